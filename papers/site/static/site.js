// written by dpsym
// The script of the site: theme, search, filters, copying, the map, the calculator. It asks no other host, and runs from disk.
"use strict";
(() => {
  const root = document.documentElement.dataset.root;
  const $ = (selector, within = document) => within.querySelector(selector);
  const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const page = (id) => `${root}theorems/${id}/index.html`;
  const badge = (status) => make("span", { className: `badge ${status}`, textContent: status });
  const load = (name, variable) =>
    window[variable]
      ? Promise.resolve(window[variable])
      : new Promise((resolve, reject) => {
          const script = make("script", { src: `${root}static/${name}`, onload: () => resolve(window[variable]), onerror: reject });
          document.head.append(script);
        });

  // ---- theme
  $("#theme").addEventListener("click", () => {
    const now = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try { localStorage.setItem("dpsym-theme", next); } catch { /* no storage: the choice lasts for the page */ }
  });

  // ---- what scrolls can be reached by the keyboard
  const reachable = () =>
    $$(".math, .wide").forEach((box) => {
      if (box.scrollWidth > box.clientWidth + 1) {
        box.tabIndex = 0;
        if (!box.hasAttribute("role")) { box.setAttribute("role", "group"); box.setAttribute("aria-label", "scrolls sideways"); }
      } else box.removeAttribute("tabindex");
    });
  reachable();
  addEventListener("resize", reachable);
  document.fonts?.ready.then(reachable);

  // ---- copying
  const copied = (button, text) => {
    const said = button.textContent;
    const done = (words) => { button.textContent = words; setTimeout(() => { button.textContent = said; }, 1500); };
    const byHand = () => {
      const area = make("textarea", { value: text });
      document.body.append(area);
      area.select();
      const ok = document.execCommand("copy");
      area.remove();
      done(ok ? "Copied" : "Press Ctrl+C");
    };
    if (navigator.clipboard && isSecureContext) navigator.clipboard.writeText(text).then(() => done("Copied"), byHand);
    else byHand();
  };
  document.addEventListener("click", ({ target }) => {
    if (target.matches?.(".copier")) copied(target, $("code", target.parentElement).textContent);
    if (target.matches?.(".permalink")) {
      const link = target.dataset.link ? new URL(`${root}${target.dataset.link}${location.protocol === "file:" ? "/index.html" : ""}`, location.href) : location;
      copied(target, link.href);
    }
  });

  // ---- words: as theorems.search has them
  const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const split = (text) => fold(text).match(/[a-z0-9]+/g) || [];
  class Search {
    constructor(data) {
      this.data = data;
      this.little = new Set(data.little);
      const plain = new Set(data.plain), quoted = new Set(data.quoted), general = new Set(data.general);
      this.texts = data.rows.map(([id, title, status, rest, keys], place) => {
        const both = (text) => new Set([...split(text), ...this.words(text)]);
        const topic = id.split(".")[0];
        const about = `${rest} ${keys.join(" ")} ${keys.map((key) => data.sources[key]).join(" ")}`;
        const places = [[6, both(id)], [3, both(title)], [1, both(about)]];
        return {
          id, title, status,
          places: places.map(([weight, words]) => [weight, words, new Set([...words].map((word) => this.stem(word)))]),
          special: this.words(id).filter((word) => !plain.has(word)),
          prior: quoted.has(topic) + 1.5 * general.has(place) + (data.first[topic] || 0) - 4 * (status === "refuted"),
        };
      });
    }
    words(text) {
      let joined = ` ${split(text).join(" ")} `;
      for (const [phrase, word] of this.data.phrases) joined = joined.replaceAll(` ${phrase} `, ` ${word} `);
      return joined.split(" ").filter(Boolean);
    }
    stem(word) {
      const end = this.data.endings.find((ending) => word.endsWith(ending) && word.length - ending.length >= 4);
      return end ? word.slice(0, -end.length) : word;
    }
    score(word, text) {
      let best = 0;
      const others = this.data.means[word] || [], stem = this.stem(word);
      for (const [weight, named, stems] of text.places) {
        if (named.has(word)) return Math.max(best, weight);
        if (stems.has(stem)) best = Math.max(best, weight * 0.9);
        others.forEach((other, place) => { if (named.has(other)) best = Math.max(best, (weight * 0.8) / (1 + 0.05 * place)); });
        if (word.length >= 2 && [...named].some((each) => each.startsWith(word))) best = Math.max(best, weight * 0.5);
      }
      return best;
    }
    find(text) {
      const all = this.words(text), asked = all.filter((word) => !this.little.has(word));
      const words = asked.length ? asked : all;
      if (!words.length) return [];
      const understood = new Set(words.flatMap((word) => [word, this.stem(word), ...(this.data.means[word] || [])]));
      const exact = fold(text.trim());
      return this.texts
        .map((each) => {
          const scores = words.map((word) => this.score(word, each));
          if (scores.some((score) => !score)) return [0, each];
          const unasked = each.special.filter((word) => !understood.has(word) && !understood.has(this.stem(word))).length;
          return [100 + scores.reduce((a, b) => a + b) / words.length + each.prior - 0.5 * unasked + (each.id === exact ? 50 : 0), each];
        })
        .filter(([score]) => score)
        .sort((one, other) => other[0] - one[0])
        .map(([, each]) => each);
    }
  }
  let search;
  const searching = async () => (search ??= new Search(await load("search.js", "DPSYM_SEARCH")));

  // ---- the field at the top
  const field = $("#search"), list = $("#found");
  let at = -1;
  const close = () => { list.hidden = true; field.setAttribute("aria-expanded", "false"); field.removeAttribute("aria-activedescendant"); at = -1; };
  const mark = (place) => {
    const rows = $$("[role=option]", list);
    if (!rows.length) return;
    at = (place + rows.length) % rows.length;
    rows.forEach((row, number) => row.setAttribute("aria-selected", String(number === at)));
    rows[at].scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", rows[at].id);
  };
  const show = async () => {
    const asked = field.value;
    if (!asked.trim()) return close();
    const found = (await searching()).find(asked).slice(0, 12);
    if (asked !== field.value) return;
    list.replaceChildren(
      ...found.map(({ id, title, status }, number) => {
        const row = make("li", { id: `found-${number}`, onclick: () => { location.href = page(id); } }, make("b", { textContent: id }), " ", badge(status), make("span", { textContent: title }));
        row.setAttribute("role", "option");
        row.setAttribute("aria-selected", "false");
        return row;
      }),
      ...(found.length ? [] : [Object.assign(make("li", { id: "found-0", textContent: "Nothing is called so." }), { role: "option" })]),
    );
    at = -1;
    list.hidden = false;
    field.setAttribute("aria-expanded", "true");
  };
  field.addEventListener("focus", searching, { once: true });
  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") mark(at + 1);
    else if (event.key === "ArrowUp") mark(at - 1);
    else if (event.key === "Enter") $$("[role=option]", list)[Math.max(at, 0)]?.click();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => { if (!event.target.closest(".search")) close(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.target.closest("input, textarea, select")) { event.preventDefault(); field.focus(); }
  });

  // ---- filters; what is chosen stands in the address
  const filters = $("#filters");
  if (filters) {
    const names = $$("select", filters).map((select) => select.name), rows = $$(".rows li");
    const chosen = rows.map((row) => row.dataset.x.split("|").map((part) => part.split(",")));
    const ids = rows.map((row) => $("a", row).textContent);
    const apply = async () => {
      const numbers = names.map((name) => filters.elements[name].selectedOptions[0].dataset.n);
      const text = filters.elements.text.value;
      const named = text.trim() ? new Set((await searching()).find(text).map(({ id }) => id)) : null;
      let shown = 0;
      rows.forEach((row, place) => {
        const fits = numbers.every((number, axis) => number === undefined || chosen[place][axis].includes(number)) && (!named || named.has(ids[place]));
        row.hidden = !fits;
        shown += fits;
      });
      $$(".topic").forEach((topic) => { topic.hidden = !$("li:not([hidden])", topic); });
      $("#count").textContent = `${shown} of ${rows.length} entries`;
      const said = new URLSearchParams([...names, "text"].map((name) => [name, filters.elements[name].value]).filter(([, value]) => value));
      history.replaceState(null, "", String(said) ? `#${said}` : location.pathname);
    };
    const read = () => {
      const said = new URLSearchParams(location.hash.slice(1));
      for (const name of [...names, "text"]) filters.elements[name].value = said.get(name) || "";
      if (location.hash) apply();
    };
    for (const kind of ["input", "change"]) filters.addEventListener(kind, apply); // of a choice, some browsers tell the second alone
    filters.addEventListener("reset", () => setTimeout(apply));
    addEventListener("hashchange", read);
    read();
  }

  // ---- the map
  const atlas = $("#atlas");
  if (atlas) load("graph.js", "DPSYM_GRAPH").then((graph) => {
    const ids = Object.keys(graph), users = Object.fromEntries(ids.map((id) => [id, []]));
    for (const id of ids) for (const one of graph[id][2]) users[ids[one]].push(id);
    $("#ids").append(...ids.map((id) => make("option", { value: id })));
    const reach = (id, next, met = new Set()) => { for (const one of next(id)) if (!met.has(one)) { met.add(one); reach(one, next, met); } return met; };
    const below = (id) => graph[id][2].map((one) => ids[one]), above = (id) => users[id];
    const dot = (id) => document.getElementById(`n-${id}`);
    const place = (id) => { const node = dot(id); return `${node.getAttribute("cx")} ${node.getAttribute("cy")}`; };
    const links = (title, found) => [
      make("h3", { textContent: `${title} (${found.length})` }),
      make("ul", {}, ...found.map((id) => make("li", {}, make("a", { href: `#${id}`, textContent: id }), " ", badge(graph[id][1])))),
    ];
    const walk = (id) => {
      if (!graph[id]) return;
      const [title, status] = graph[id], down = reach(id, below), up = reach(id, above);
      atlas.classList.add("walking");
      $$("circle", atlas).forEach((node) => node.classList.remove("near", "at"));
      for (const one of [...down, ...up]) dot(one).classList.add("near");
      dot(id).classList.add("at");
      const within = (set, from) => [from, ...set];
      const drawn = [
        ...within(down, id).flatMap((one) => below(one).map((other) => `M${place(one)}L${place(other)}`)),
        ...within(up, id).flatMap((one) => above(one).map((other) => `M${place(one)}L${place(other)}`)),
      ];
      $("#chosen").setAttribute("d", drawn.join(""));
      $("#walk").value = id;
      $("#here").replaceChildren(
        make("h2", {}, make("a", { href: page(id), textContent: id }), " ", badge(status)), make("p", { textContent: title }),
        make("p", { className: "small", textContent: `${down.size} entries below it, ${up.size} above it.` }),
        ...links("Rests on", below(id)), ...links("Used by", above(id)),
      );
      if (location.hash !== `#${id}`) history.replaceState(null, "", `#${id}`);
    };
    atlas.addEventListener("click", (event) => {
      const node = event.target.closest("circle");
      if (node) { event.preventDefault(); walk(node.id.slice(2)); }
    });
    $("#walk").addEventListener("change", (event) => walk(event.target.value));
    addEventListener("hashchange", () => walk(decodeURIComponent(location.hash.slice(1))));
    walk(decodeURIComponent(location.hash.slice(1)));
  });

  // ---- the calculator: a table of certified numbers; what lies between its rows is read on the safe side
  const form = $("#calculator");
  if (form) load("calculator.js", "DPSYM_TABLES").then((tables) => {
    const exact = (text) => { // a decimal as an integer over a power of ten
      const found = /^\s*(\d*)\.?(\d*)(?:e([+-]?\d+))?\s*$/i.exec(text);
      if (!found || !(found[1] + found[2])) return null;
      const power = Number(found[3] || 0) - found[2].length;
      return power >= 0 ? [BigInt(found[1] + found[2]) * 10n ** BigInt(power), 1n] : [BigInt(found[1] + found[2]), 10n ** BigInt(-power)];
    };
    const atMost = (one, other) => one[0] * other[1] <= other[0] * one[1];
    const fields = $("#parameters"), answer = $("#answer");
    const mechanism = () => tables[form.elements.mechanism.value];
    const lay = () => {
      const said = new URLSearchParams(location.hash.slice(1));
      fields.replaceChildren(...mechanism().axes.map((axis) =>
        make("label", {}, `${axis.says} `, make("input", { name: axis.name, value: said.get(axis.name) || axis.usual, inputMode: "decimal", autocomplete: "off", spellcheck: false }))));
    };
    const compute = () => {
      const table = mechanism(), given = {}, used = [];
      let place = 0;
      for (const axis of table.axes) {
        const text = form.elements[axis.name].value.trim(), value = exact(text);
        given[axis.name] = text;
        if (!value || value[0] === 0n) return tell(`${axis.says} must be a positive number, got ${text || "nothing"}.`);
        const grid = axis.grid.map(exact);
        const fits = grid.map((one) => (axis.safe === "below" ? atMost(one, value) : atMost(value, one)));
        const number = axis.safe === "below" ? fits.lastIndexOf(true) : fits.indexOf(true);
        if (number < 0) return tell(`The table has ${axis.says} from ${axis.grid[0]} to ${axis.grid.at(-1)}; the lines below compute the number for ${text}.`, given);
        used.push([axis, axis.grid[number], atMost(grid[number], value) && atMost(value, grid[number])]);
        place = place * axis.grid.length + number;
      }
      const [number, route] = table.values[place];
      if (number === null) return tell("The table has no finite number there.", given);
      const moved = used.filter(([, , same]) => !same).map(([axis, value]) => `${axis.says} ${value}`);
      const words = moved.length ? `An upper bound, from the nearest row on the safe side: ${moved.join(", ")}.` : "The number for just these parameters, rounded up.";
      tell(words, given, number, table.routes[route]);
    };
    const tell = (words, given, number, route) => {
      const table = mechanism();
      const lines = given ? [make("p", { className: "small" }, words)] : [make("p", {}, words)];
      if (number) lines.unshift(make("p", { id: "number" }, make("strong", { textContent: `ε ≤ ${number}` }), ` at δ = ${given.delta}`));
      if (route) lines.push(make("p", { className: "small" }, `By ${route.name}; rests on `, ...route.theorems.flatMap((id, place) => [place ? ", " : "", make("a", { href: page(id), textContent: id })])));
      answer.replaceChildren(...lines);
      $$("[data-formula]").forEach((box) => { box.hidden = box.dataset.formula !== form.elements.mechanism.value; });
      if (!given) return;
      $("#python").textContent = table.python.replace(/\{(\w+)\}/g, (_, name) => given[name]);
      history.replaceState(null, "", `#${new URLSearchParams({ mechanism: form.elements.mechanism.value, ...given })}`);
    };
    const read = () => {
      const named = new URLSearchParams(location.hash.slice(1)).get("mechanism");
      if (tables[named]) form.elements.mechanism.value = named;
      lay();
      compute();
    };
    form.elements.mechanism.addEventListener("change", () => { history.replaceState(null, "", location.pathname); lay(); compute(); });
    fields.addEventListener("input", compute);
    addEventListener("hashchange", read);
    read();
  });
})();
