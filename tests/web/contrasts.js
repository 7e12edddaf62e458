// Decides the contrast of what axe leaves open: texts in pictures, and single characters.
const [nodes, done] = arguments;
const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
const over = ([r, g, b, a = 1], under) => [r, g, b].map((own, i) => own * a + under[i] * (1 - a));
const light = (colour) => colour.map((own) => own / 255)
  .map((own) => (own <= 0.04045 ? own / 12.92 : ((own + 0.055) / 1.055) ** 2.4))
  .reduce((sum, own, i) => sum + own * [0.2126, 0.7152, 0.0722][i], 0);
const paint = (it) => {
  const style = getComputedStyle(it);
  const isShape = it instanceof SVGGraphicsElement && !it.matches('svg, g, use');
  const fill = isShape ? style.fill : style.backgroundColor;
  if (!fill.startsWith('rgb') || it.matches('text, tspan')) return [0, 0, 0, 0];
  const [r, g, b, a = 1] = numbers(fill);
  return [r, g, b, a * style.opacity * (it instanceof SVGElement ? style.fillOpacity : 1)];
};
done(nodes.flatMap((selector) => {
  const it = document.querySelector(selector);
  if (!it.checkVisibility()) return [];
  it.scrollIntoView({ block: 'center', inline: 'center' });
  const { left, top, width, height } = it.getBoundingClientRect();
  const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
  const below = stack.slice(stack.indexOf(it) + 1).reverse();
  const style = getComputedStyle(it);
  const under = style.paintOrder.startsWith('stroke') ? numbers(style.stroke) : below.reduce(
    (colour, own) => over(paint(own), colour),
    numbers(getComputedStyle(document.documentElement).backgroundColor).slice(0, 3)
  );
  const own = light(over(numbers(it instanceof SVGElement ? style.fill : style.color), under));
  const [low, high] = [light(under), own].sort((a, b) => a - b);
  const size = parseFloat(style.fontSize) * (it.getScreenCTM?.().a ?? 1);
  const least = size >= 24 || (size >= 18.6 && style.fontWeight >= 700) ? 3 : 4.5;
  const ratio = (high + 0.05) / (low + 0.05);
  return ratio < least ? [`${selector}: ${it.textContent} ${ratio.toFixed(2)} < ${least}`] : [];
}));
