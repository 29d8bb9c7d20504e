/** Polar chart of ranges with a readout for pointer, touch and keys. Mounted only with data. */
import 'uplot/dist/uPlot.min.css';
import { IconDownload } from '@tabler/icons-react';
import clsx from 'clsx';
import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { PlainButton } from '../ui/PlainButton.tsx';
import { saveFile } from '../ui/save-file.ts';
import shared from '../ui/shared.module.css';
import { resolveColours, type TokenColours, useTokenColours } from '../ui/token-colours.ts';
import styles from './PolarChart.module.css';
import { lineHeight, marginPx, type PictureWords, pictureWithWords } from './picture.ts';
import { describeDirection, outlineOf, type PolarSeries, planePoint, rimNmi, ringsNmi, sectorAt } from './polar.ts';

type PolarChartProps = {
  /** Description for screen readers. */
  readonly label: string;
  /** Their points are sectors (`sectorsOf`). */
  readonly series: readonly PolarSeries[];
  readonly sectorDeg: number;
  readonly picture: PictureWords & { readonly fileName: string };
};

const smallestPx = 240;
const largestPx = 480;
const bigStepDeg = 30;

export function PolarChart(props: PolarChartProps): ReactElement {
  const { series, sectorDeg } = props;
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const size = useWidth(host);
  const colours = useTokenColours(polarColourNames);
  const latest = useRef(colours);
  latest.current = colours;
  const plot = useRef<uPlot | null>(null);
  const [angle, setAngle] = useState<number | null>(null);

  useEffect(() => {
    if (!host || size === 0) return;
    const made = polarPlot(host, size, { series, sectorDeg }, () => latest.current);
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
  }, [host, size, series, sectorDeg]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plot reads its colours when it draws
  useEffect(() => plot.current?.redraw(true), [colours]);

  const onPointer = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const { centre } = circleOf(size);
    const [x, y] = [event.clientX - box.left - centre, event.clientY - box.top - centre];
    setAngle(((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = angleAfter(event.key, angle ?? 0, sectorDeg);
    if (next === null) return;
    event.preventDefault();
    setAngle(next);
  };
  const save = (): void => {
    void polarPicture(props.picture, { series, sectorDeg }).then(
      (blob) => blob && saveFile(blob, `${props.picture.fileName}.png`),
    );
  };
  const readOut = angle === null ? null : describeDirection(series, sectorDeg, angle);
  return (
    <div className={styles.chart}>
      {/* A direction is chosen as on a circular slider: arrows, Page Up and Down, Home and End. */}
      <div
        ref={setHost}
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={`${props.label}, direction`}
        aria-valuemin={0}
        aria-valuemax={359}
        aria-valuenow={Math.floor(angle ?? 0)}
        aria-valuetext={readOut ?? describeDirection(series, sectorDeg, 0)}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setAngle(null)}
        onFocus={() => setAngle((old) => old ?? 0)}
        onKeyDown={onKeyDown}
      >
        {angle === null || size === 0 ? null : (
          <Marks series={series} sectorDeg={sectorDeg} angle={angle} size={size} />
        )}
      </div>
      <div className={styles.foot}>
        <p className={clsx(styles.readOut, readOut === null && shared.lightDim)} data-testid="polar-read-out">
          {readOut ?? 'Hover over a direction or use the arrow keys.'}
        </p>
        <PlainButton onClick={save}>
          <IconDownload size={16} aria-hidden="true" />
          Save picture
        </PlainButton>
      </div>
    </div>
  );
}

/** Direction after a key, or null for other keys. */
function angleAfter(key: string, angle: number, sectorDeg: number): number | null {
  const sector = Math.floor(angle / sectorDeg) * sectorDeg;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: sectorDeg,
    ArrowUp: sectorDeg,
    ArrowLeft: -sectorDeg,
    ArrowDown: -sectorDeg,
    PageUp: Math.max(bigStepDeg, sectorDeg),
    PageDown: -Math.max(bigStepDeg, sectorDeg),
  };
  if (key === 'Home') return 0;
  if (key === 'End') return Math.floor(359.999 / sectorDeg) * sectorDeg;
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return step === undefined ? null : (sector + step + 360) % 360;
}

/** The direction of the readout: a spoke, and a dot on each outline. */
function Marks(props: {
  series: readonly PolarSeries[];
  sectorDeg: number;
  angle: number;
  size: number;
}): ReactElement {
  const { centre, radius } = circleOf(props.size);
  const start = Math.floor(props.angle / props.sectorDeg) * props.sectorDeg;
  const middle = start + props.sectorDeg / 2;
  const place = (nmi: number): { left: number; top: number } => {
    const { eastNmi, northNmi } = planePoint(middle, nmi);
    return { left: centre + (eastNmi / rimNmi) * radius, top: centre - (northNmi / rimNmi) * radius };
  };
  return (
    <>
      <span
        className={styles.spoke}
        style={{ left: centre, top: centre, height: radius, transform: `rotate(${middle + 180}deg)` }}
      />
      {props.series.map(({ name, points }) => {
        const sector = sectorAt(points, props.sectorDeg, props.angle);
        return sector ? <span key={name} className={styles.dot} style={place(sector.distanceNmi)} /> : null;
      })}
    </>
  );
}

/** Size of the element, within the limits of a chart. 0 until known. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const around = element?.parentElement;
    if (!around) return;
    const observer = new ResizeObserver(() =>
      setWidth(Math.max(smallestPx, Math.min(largestPx, Math.floor(around.clientWidth)))),
    );
    observer.observe(around);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

// ---- the plot: canvas, scales, outline. Rings, spokes and labels are drawn below it

const polarColourNames = [
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
type PolarData = { readonly series: readonly PolarSeries[]; readonly sectorDeg: number };

/** More outlines are indistinguishable. */
const seriesLooks = [
  { colour: 'series-a', dash: [] },
  { colour: 'series-c', dash: [6, 4] },
  { colour: 'series-b', dash: [2, 3] },
] as const satisfies readonly { colour: keyof PolarColours; dash: readonly number[] }[];

/** Space around the circle for direction labels, CSS pixels. */
const labelRoomPx = 34;
const spokeEveryDeg = 30;
const fillOpacity = 0.14;
const labelFont = (ratio: number): string => `${11 * ratio}px ${getComputedStyle(document.body).fontFamily}`;

/** Circle in CSS pixels from the top left of the chart, for pointer input. */
const circleOf = (sizePx: number): { readonly centre: number; readonly radius: number } => ({
  centre: sizePx / 2,
  radius: sizePx / 2 - labelRoomPx,
});

/** `colours` is called for each drawing: the theme may have changed. */
function polarPlot(host: HTMLElement, sizePx: number, data: PolarData, colours: () => PolarColours): uPlot {
  const scale = { time: false, auto: false, range: [-rimNmi, rimNmi] as [number, number] };
  const outlines = data.series.map(({ points }) => outlineOf(points, data.sectorDeg));
  const options: uPlot.Options = {
    mode: 2,
    width: sizePx,
    height: sizePx,
    padding: [labelRoomPx, labelRoomPx, labelRoomPx, labelRoomPx],
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

// ---- an image file: white background, fixed size, with stations and period

const chartPx = 480;

/** A PNG. null if the browser creates none. */
async function polarPicture(words: PictureWords, data: PolarData): Promise<Blob | null> {
  const colours = resolveColours(polarColourNames, 'light');
  const plot = polarPlot(document.createElement('div'), chartPx, data, () => colours);
  await Promise.resolve(); // a plot draws at the end of the task that creates it
  const { canvas } = plot.ctx;
  const { series } = data;
  const [ratio, legend] = [canvas.width / chartPx, series.length > 1 ? series.length * lineHeight : 0];
  const height = canvas.height / ratio;
  const size = { width: chartPx, height: height + legend, ratio };
  const picture = await pictureWithWords(words, size, colours, (context, top, write) => {
    context.drawImage(canvas, 0, top, chartPx, height);
    if (legend === 0) return;
    series.forEach(({ name }, at) => {
      const { colour, dash } = seriesLooks[at % seriesLooks.length] as (typeof seriesLooks)[number];
      const y = top + height + (at + 0.7) * lineHeight;
      context.strokeStyle = colours[colour];
      context.lineWidth = 2;
      context.setLineDash([...dash]);
      context.beginPath();
      context.moveTo(marginPx, y - 4);
      context.lineTo(marginPx + 28, y - 4);
      context.stroke();
      write(name, y, '13px', colours.text, marginPx + 38);
    });
  });
  plot.destroy();
  return picture;
}
