// written by dpsym: reads the curves of a picture off where the pointer is; it asks no other host
for (const box of document.querySelectorAll("[data-dpsym-curves='KEY']")) {
  const data = DATA;
  const picture = box.querySelector("img"), ruler = box.querySelector("i"), said = box.querySelector("output");
  const { left, right, scale, low, high } = data;
  const value = (share) => (scale === "log" ? low * (high / low) ** share : low + (high - low) * share);
  const height = ([xs, ys], x) => {
    const after = xs.findIndex((each) => each >= x);
    if (after < 0 || xs[0] > x) return null;
    if (after === 0) return ys[0];
    const share = (x - xs[after - 1]) / (xs[after] - xs[after - 1]);
    return ys[after] === null || ys[after - 1] === null ? null : ys[after - 1] + share * (ys[after] - ys[after - 1]);
  };
  const hide = () => { ruler.hidden = true; said.textContent = "\u00a0"; };
  box.onpointerleave = hide;
  box.onpointermove = (event) => {
    const frame = picture.getBoundingClientRect(), share = ((event.clientX - frame.left) / frame.width - left) / (right - left);
    if (share < 0 || share > 1) return hide();
    const x = value(share);
    const heights = data.curves.map(({ name, points }) => [name, height(points, x)]).filter(([, y]) => y !== null);
    ruler.hidden = false;
    ruler.style.left = `${event.clientX - frame.left}px`;
    said.textContent = [`${data.across} = ${x.toPrecision(4)}`, ...heights.map(([name, y]) => `${name || data.up} = ${y.toPrecision(3)}`)].join(", ");
  };
}
