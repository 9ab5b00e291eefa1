"""The site in a real browser, from disk and from a server: search, filters, map, copying, addresses, no error, nothing without a label.

`.ci/site` builds it and runs this: ``DPSYM_SITE`` is the folder, ``DPSYM_AXE`` the script of axe-core.
"""

import functools
import http.server
import math
import os
import re
import threading
from fractions import Fraction
from pathlib import Path

import pytest

from tests.papers.site.addresses import broken, elsewhere
from theorems.registry import registry
from theorems.search import search

pytestmark = pytest.mark.browser
SECONDS = 120
PAGES = (
    "",
    "theorems/",
    "theorems/renyi.laplace/",
    "theorems/amplification.poisson.linear.printed/",
    "refuted/",
    "papers/",
    "papers/hall_2013/",
    "graph/",
    "coverage/",
    "coverage/gaussian/",
    "routes/",
    "calculator/",
    "gallery/",
    "docs/",
    "docs/tutorial/",
    "docs/dp-sgd-accounting/",
    "docs/explanation/",
    "docs/reference/",
    "docs/reference/dpsym/",
)


@pytest.fixture(scope="module")
def folder():
    named = os.environ.get("DPSYM_SITE")
    assert named, "DPSYM_SITE must name the folder of a built site; run .ci/site"
    return Path(named).resolve()


@pytest.fixture(scope="module")
def server(folder):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *told):
            pass

    served = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=served.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{served.server_port}/"
    served.shutdown()


@pytest.fixture(scope="module")
def browser():
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for option in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1280,900",
    ):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, Service("/usr/bin/chromedriver"))
    driver.set_script_timeout(SECONDS)
    yield driver
    driver.quit()


@pytest.fixture
def see(browser, server):
    """Open a page afresh, and find in the end that the browser had nothing to complain of."""

    def opened(path):
        browser.get("about:blank")
        browser.get(path if "://" in path else server + path)
        return browser

    yield opened
    assert [entry["message"] for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []


def one(browser, selector):
    return browser.find_element("css selector", selector)


def every(browser, selector):
    return browser.find_elements("css selector", selector)


def until(browser, condition):
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(browser, SECONDS).until(lambda _: condition())


def shown(browser, selector):
    return [found for found in every(browser, selector) if found.is_displayed()]


def test_no_link_is_broken_and_no_page_asks_another_host(folder):
    assert broken(folder) == []
    assert elsewhere(folder) == []


def test_every_entry_has_a_page_and_none_is_large(folder):
    assert {path.name for path in (folder / "theorems").iterdir() if path.is_dir()} == set(registry())
    assert [str(path) for path in folder.rglob("*.html") if path.stat().st_size >= 200_000] == []


def asked(browser, words):
    field = one(browser, "#search")
    field.clear()
    field.send_keys(words)
    until(browser, lambda: shown(browser, "#found li"))
    return [row.text for row in until(browser, lambda: every(browser, "#found li b"))]


@pytest.mark.parametrize(
    "words", ["rdp laplace", "moments accountant", "group privacy", "pure to zcdp", "randomised response"]
)
def test_the_search_finds_what_that_of_the_registry_finds(see, words):
    library = registry()
    expected = search(words, map(library.card, library), set(library.corrections))

    found = asked(see(""), words)

    assert expected[0] in found


def test_the_search_is_walked_by_the_keyboard_from_disk_too(see, folder):
    from selenium.webdriver.common.keys import Keys

    browser = see((folder / "index.html").as_uri())
    one(browser, "body").send_keys("/")
    assert browser.switch_to.active_element.get_attribute("id") == "search"
    assert asked(browser, "renyi.laplace")[0] == "renyi.laplace"
    one(browser, "#search").send_keys(Keys.ARROW_DOWN)
    assert one(browser, "#search").get_attribute("aria-activedescendant") == "found-0"
    one(browser, "#search").send_keys(Keys.ENTER)

    until(browser, lambda: "theorems/renyi.laplace" in browser.current_url)
    assert "Laplace" in one(browser, "h1").text


def test_filters_narrow_the_list_and_stand_in_the_address(see):
    from selenium.webdriver.support.ui import Select

    browser = see("theorems/")
    Select(one(browser, "[name=status]")).select_by_value("refuted")
    library = registry()
    refuted = {id for id in library if library.own_status(id).value == "refuted"}
    until(browser, lambda: one(browser, "#count").text.startswith(f"{len(refuted)} of"))
    rows = "[...document.querySelectorAll('.rows li')].filter((row) => row.offsetParent)"
    assert set(browser.execute_script(f"return {rows}.map((row) => row.querySelector('a').textContent)")) == refuted
    address = browser.current_url
    assert "#status=refuted" in address

    again = see(address)
    until(again, lambda: one(again, "#count").text.startswith(f"{len(refuted)} of"))
    one(again, "button[type=reset]").click()
    until(again, lambda: one(again, "#count").text.startswith(f"{len(library)} of"))


def test_the_map_is_walked(see):
    library = registry()
    browser = see("graph/#renyi.laplace")
    until(browser, lambda: shown(browser, "#here h2"))
    below = library.rests_on("renyi.laplace")
    assert {link.text for link in every(browser, "#here ul a")} == {*below, *library.used_by("renyi.laplace")}
    one(browser, f"#here a[href='#{below[0]}']").click()
    until(browser, lambda: one(browser, "#here h2 a").text == below[0])
    assert browser.current_url.endswith(f"#{below[0]}")
    assert one(browser, f"[id='n-{below[0]}']").get_attribute("class").split()[-1] == "at"


def test_what_is_to_be_copied_is_copied(see, server):
    browser = see("theorems/renyi.laplace/")
    allowed = {"origin": server.rstrip("/"), "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    browser.execute_cdp_cmd("Browser.grantPermissions", allowed)
    for summary in every(browser, "details.copy summary"):
        browser.execute_script("arguments[0].parentElement.open = true", summary)
    for button in every(browser, ".copier"):
        browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", button)
        button.click()
        until(browser, lambda button=button: button.text == "Copied")
        text = browser.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
        assert text == button.find_element("xpath", "..").find_element("css selector", "code").get_attribute(
            "textContent"
        )


def test_addresses_without_the_name_of_a_file_lead_to_their_page(see):
    assert "Laplace" in one(see("theorems/renyi.laplace"), "h1").text


def test_the_calculator_answers_on_the_safe_side_and_its_address_brings_it_back(see):
    browser = see("calculator/#mechanism=gaussian&sigma=5.5&k=1&delta=1e-6")
    until(browser, lambda: shown(browser, "#number"))
    between = one(browser, "#number strong").text
    assert "safe side" in one(browser, "#answer").text
    assert "sigma=5.5" in one(browser, "#python").text
    field = one(browser, "[name=sigma]")
    field.clear()
    field.send_keys("5")
    until(browser, lambda: "just these parameters" in one(browser, "#answer").text)
    assert one(browser, "#number strong").text == between == "ε ≤ 0.834118"
    assert "sigma=5" in browser.current_url
    field.clear()
    field.send_keys("nothing")
    until(browser, lambda: "must be a positive number" in one(browser, "#answer").text)


def test_light_and_dark_are_chosen_and_remembered(see):
    browser = see("")
    before = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    one(browser, "#theme").click()
    after = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert after != before
    assert see("docs/").execute_script("return getComputedStyle(document.body).backgroundColor") == after
    one(browser, "#theme").click()


def test_curves_of_a_notebook_are_read_off_where_the_pointer_is(see, tmp_path):
    from selenium.webdriver.common.action_chains import ActionChains

    from dpsym import Laplace
    from dpsym.figure import html

    cell = tmp_path / "cell.html"
    shown = html(Laplace(1).plot(interval=(0, Fraction(4, 5)), label="Laplace"))
    cell.write_text(f'<!doctype html><meta charset="utf-8">{shown}', encoding="utf-8")
    browser = see(cell.as_uri())
    ActionChains(browser).move_to_element(one(browser, "img")).perform()

    eps, delta = map(float, re.fullmatch(r"ε = (\S+), Laplace = (\S+)", one(browser, "output").text).groups())
    assert delta == pytest.approx(1 - math.exp((eps - 1) / 2), rel=0.01)


@pytest.mark.parametrize("path", PAGES)
def test_pages_fit_a_phone(see, browser, path):
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 375, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    )
    try:
        wide = see(path).execute_script("return document.documentElement.scrollWidth")
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert wide <= 375


@pytest.mark.parametrize("path", PAGES)
def test_labels_contrast_and_roles_pass_axe(see, path):
    browser = see(path)

    assert violations(browser, "light", "") == []
    assert violations(browser, "dark", "{runOnly: ['color-contrast']}") == []


def violations(browser, theme, options):
    """Return what axe-core finds against a page in a theme, for a person."""
    script = os.environ.get("DPSYM_AXE")
    assert script, "DPSYM_AXE must name the script of axe-core; run .ci/site"
    browser.execute_script(f"document.documentElement.dataset.theme = '{theme}'")
    if not browser.execute_script("return 'axe' in window"):
        browser.execute_script(Path(script).read_text(encoding="utf-8"))
    comma = ", " if options else ""
    found = browser.execute_async_script(f"axe.run(document{comma}{options}).then(arguments[0])")
    assert found["passes"]
    return [
        (one["id"], one["impact"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found["violations"]
    ]


def test_a_page_without_labels_does_not_pass_axe(see, browser):
    see("")
    browser.execute_script(
        "document.querySelector('#search').removeAttribute('aria-label'); document.querySelector('#search').placeholder = ''"
    )

    assert "label" in {found for found, *_ in violations(browser, "light", "")}
