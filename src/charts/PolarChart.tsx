/** Polar chart of ranges with a readout for pointer, touch and keys. Mounted only with data. */
import { IconDownload } from '@tabler/icons-react';
import clsx from 'clsx';
import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import { PlainButton } from '../ui/PlainButton.tsx';
import { saveFile } from '../ui/save-file.ts';
import { useTokenColours } from '../ui/token-colours.ts';
import styles from './PolarChart.module.css';
import type { PictureWords } from './picture-words.ts';
import { describeDirection, type PolarSeries, planePoint, rimNmi, sectorAt } from './polar.ts';
import { polarPicture } from './polar-picture.ts';
import { circleOf, polarColourNames, polarPlot } from './polar-plot.ts';

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
        <p className={clsx(styles.readOut, readOut === null && styles.hint)} data-testid="polar-read-out">
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
