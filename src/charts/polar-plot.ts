/** uPlot plot of the polar chart: canvas, scales, outline. Rings, spokes and labels are drawn below it. */
import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import type { TokenColours } from '../ui/token-colours.ts';
import { outlineOf, type PolarSeries, planePoint, rimNmi, ringsNmi } from './polar.ts';

export const polarColourNames = [
  'series-a',
  'series-b',
  'series-c',
  'grid',
  'edge',
  'dim',
  'text',
  'surface',
  'warn-mark',
] as const;
type PolarColours = TokenColours<(typeof polarColourNames)[number]>;
export type PolarData = { readonly series: readonly PolarSeries[]; readonly sectorDeg: number };

/** More outlines are indistinguishable. */
export const seriesLooks = [
  { colour: 'series-a', dash: [] },
  { colour: 'series-c', dash: [6, 4] },
  { colour: 'series-b', dash: [2, 3] },
] as const satisfies readonly { colour: keyof PolarColours; dash: readonly number[] }[];

/** Space around the circle for direction labels, CSS pixels. */
const marginPx = 34;
const spokeEveryDeg = 30;
const fillOpacity = 0.14;
const labelFont = (ratio: number): string => `${11 * ratio}px ${getComputedStyle(document.body).fontFamily}`;

/** Circle in CSS pixels from the top left of the chart, for pointer input. */
export const circleOf = (sizePx: number): { readonly centre: number; readonly radius: number } => ({
  centre: sizePx / 2,
  radius: sizePx / 2 - marginPx,
});

/** `colours` is called for each drawing: the theme may have changed. */
export function polarPlot(host: HTMLElement, sizePx: number, data: PolarData, colours: () => PolarColours): uPlot {
  const scale = { time: false, auto: false, range: [-rimNmi, rimNmi] as [number, number] };
  const outlines = data.series.map(({ points }) => outlineOf(points, data.sectorDeg));
  const options: uPlot.Options = {
    mode: 2,
    width: sizePx,
    height: sizePx,
    padding: [marginPx, marginPx, marginPx, marginPx],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: scale, y: scale },
    axes: [{ show: false }, { show: false }],
    series: [
      {},
      ...data.series.map((_, at): uPlot.Series => {
        const { colour, dash } = seriesLooks[at % seriesLooks.length] as (typeof seriesLooks)[number];
        return {
          facets: [
            { scale: 'x', auto: false },
            { scale: 'y', auto: false },
          ],
          width: 1.75,
          dash: [...dash],
          stroke: () => colours()[colour],
          // Only the first of several stations is filled: overlapping outlines stay readable.
          fill: () => (at === 0 ? withOpacity(colours()[colour], fillOpacity) : 'transparent'),
          points: { show: false },
          paths: outlinePath,
        };
      }),
    ],
    hooks: { drawAxes: [(plot) => drawGround(plot, colours())], draw: [(plot) => drawBeyond(plot, data, colours())] },
  };
  const columns = outlines.map((outline) => [
    outline.map(({ eastNmi }) => eastNmi),
    outline.map(({ northNmi }) => northNmi),
  ]);
  return new uPlot(options, [null, ...columns] as unknown as uPlot.AlignedData, host);
}

const withOpacity = (rgb: string, opacity: number): string =>
  rgb.startsWith('rgb(') ? rgb.replace('rgb(', 'rgba(').replace(')', `, ${opacity})`) : 'transparent';

const onCanvas = (plot: uPlot, eastNmi: number, northNmi: number): readonly [x: number, y: number] => [
  plot.valToPos(eastNmi, 'x', true),
  plot.valToPos(northNmi, 'y', true),
];

const outlinePath: uPlot.Series.PathBuilder = (plot, seriesIndex) => {
  const [east = [], north = []] = plot.data[seriesIndex] as unknown as [number[], number[]];
  const path = new Path2D();
  east.forEach((value, at) => {
    const [x, y] = onCanvas(plot, value, north[at] ?? 0);
    if (at === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  });
  path.closePath();
  return { stroke: path, fill: path };
};

/** Rings with distances, spokes with directions, north at the top. */
function drawGround(plot: uPlot, colours: PolarColours): void {
  const { ctx } = plot;
  const ratio = uPlot.pxRatio;
  const [x0, y0] = onCanvas(plot, 0, 0);
  ctx.save();
  ctx.setLineDash([]); // earlier drawing may have been dashed
  ctx.lineWidth = ratio;
  ctx.strokeStyle = colours.grid;
  for (let angle = 0; angle < 360; angle += spokeEveryDeg) {
    const { eastNmi, northNmi } = planePoint(angle, rimNmi);
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.lineTo(...onCanvas(plot, eastNmi, northNmi));
    ctx.stroke();
  }
  for (const ring of ringsNmi) {
    ctx.strokeStyle = ring === rimNmi ? colours.edge : colours.grid;
    ctx.beginPath();
    ctx.arc(x0, y0, onCanvas(plot, ring, 0)[0] - x0, 0, 2 * Math.PI);
    ctx.stroke();
  }
  drawWords(plot, colours, ratio);
  ctx.restore();
}

function drawWords(plot: uPlot, colours: PolarColours, ratio: number): void {
  const { ctx } = plot;
  const [x0, y0] = onCanvas(plot, 0, 0);
  const rim = onCanvas(plot, rimNmi, 0)[0] - x0;
  ctx.font = labelFont(ratio);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colours.dim;
  for (let angle = 0; angle < 360; angle += spokeEveryDeg) {
    const radians = (angle * Math.PI) / 180;
    const out = rim + 16 * ratio;
    ctx.fillText(`${angle}°`, x0 + out * Math.sin(radians), y0 - out * Math.cos(radians));
  }
  // Between two spokes, so that no line crosses a number.
  const betweenSpokes = ((spokeEveryDeg / 2) * Math.PI) / 180;
  ctx.lineWidth = 3 * ratio;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = colours.surface;
  for (const ring of ringsNmi) {
    const out = onCanvas(plot, ring, 0)[0] - x0 - 9 * ratio;
    const text = ring === rimNmi ? `${ring} nmi` : String(ring);
    const [x, y] = [x0 + out * Math.sin(betweenSpokes), y0 - out * Math.cos(betweenSpokes)];
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  }
}

/** C64: a mark at the edge for each direction that continues beyond it. */
function drawBeyond(plot: uPlot, { series, sectorDeg }: PolarData, colours: PolarColours): void {
  const { ctx } = plot;
  const ratio = uPlot.pxRatio;
  const [x0, y0] = onCanvas(plot, 0, 0);
  const rim = onCanvas(plot, rimNmi, 0)[0] - x0;
  ctx.save();
  ctx.setLineDash([]);
  ctx.strokeStyle = colours['warn-mark'];
  ctx.lineWidth = 4 * ratio;
  for (const { angleDeg } of series.flatMap(({ points }) => points.filter((one) => one.distanceNmi > rimNmi))) {
    const [from, to] = [angleDeg, angleDeg + sectorDeg].map((angle) => ((angle - 90) * Math.PI) / 180);
    ctx.beginPath();
    ctx.arc(x0, y0, rim, from as number, to as number);
    ctx.stroke();
  }
  ctx.restore();
}
