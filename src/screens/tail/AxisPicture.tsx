/** Picture of the time axis. Its marks are the rows of the message list, which has the keyboard. */
import type { PointerEvent, ReactElement } from 'react';
import { oneLine } from '../../lib/format.ts';
import { utcDay, utcShort } from '../../lib/time.ts';
import { useUnits } from '../../objects/units-choice.ts';
import { type Axis, type AxisLeg, type AxisSpan, markNear, ticksOf } from './axis-shape.ts';
import styles from './TimeAxis.module.css';
import { levelText } from './tail-state.ts';

type Props = { readonly axis: Axis; readonly width: number; readonly onMark: (messageId: string) => void };
/** Pixels. Lanes from the top: flights, altitude, ADS-B, messages, hours. */
const lanes = {
  flight: 8,
  flightHigh: 18,
  top: 42,
  ground: 96,
  adsb: 106,
  adsbHigh: 10,
  marks: 142,
  end: 170,
} as const;
const narrowPx = 480;
const reachPx = 22;
const labels = [
  ['Flight', 21],
  ['Altitude', 72],
  ['ADS-B', 115],
  ['Messages', 138],
] as const;
/** Half the width of a character of a flight label. */
const charPx = 6.4;

export function AxisPicture({ axis, width, onMark }: Props): ReactElement {
  const units = useUnits();
  const isNarrow = width < narrowPx;
  const gutter = isNarrow ? 0 : 76;
  const plot = width - gutter - 8;
  const { span, legs, marks, profile, topFt } = axis;
  const x = (ms: number): number =>
    gutter + (plot * (Math.min(span.to, Math.max(span.from, ms)) - span.from)) / Math.max(1, span.to - span.from);
  const y = (ft: number): number => lanes.ground - ((lanes.ground - lanes.top) * Math.max(0, ft)) / topFt;
  const press = (event: PointerEvent<SVGSVGElement>): void => {
    const msPerPx = (span.to - span.from) / plot;
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const mark = markNear(marks, span.from + (left - gutter) * msPerPx, reachPx * msPerPx);
    if (mark) onMark(mark.id);
  };
  return (
    <svg className={styles.svg} width={width} height={lanes.end} aria-hidden="true" onPointerUp={press}>
      {isNarrow
        ? null
        : labels.map(([label, top]) => (
            <text key={label} className={styles.label} x={0} y={top}>
              {label}
            </text>
          ))}
      {ticksOf(span, plot).map((at) => (
        <g key={at}>
          <line className={styles.grid} x1={x(at)} x2={x(at)} y1={4} y2={lanes.marks + 8} />
          <text className={styles.label} x={x(at)} y={lanes.end - 4} textAnchor="middle">
            {at % 86_400_000 === 0 ? utcDay(at).slice(0, 6) : `${utcShort(at).slice(0, 2)}Z`}
          </text>
        </g>
      ))}
      <line className={styles.ground} x1={gutter} x2={gutter + plot} y1={lanes.ground} y2={lanes.ground} />
      {profile.length > 0 && !isNarrow ? (
        <text className={styles.label} x={gutter - 6} y={lanes.top + 4} textAnchor="end">
          {levelText(topFt, units)}
        </text>
      ) : null}
      {profile.map(({ token, points }) => {
        const line = points.map(({ at, ft }) => `${x(at).toFixed(1)} ${y(ft).toFixed(1)}`).join('L');
        const [first, last] = [points[0], points.at(-1)];
        return (
          <g key={first?.at} style={{ color: `var(--dl-${token})` }}>
            <path
              className={styles.area}
              d={`M${line}L${x(last?.at ?? 0).toFixed(1)} ${lanes.ground}L${x(first?.at ?? 0).toFixed(1)} ${lanes.ground}z`}
            />
            <path className={styles.profile} d={`M${line}`} />
          </g>
        );
      })}
      {legs.map((leg) => (
        <Flight key={leg.leg.id} leg={leg} x={x} />
      ))}
      <Reception axis={axis} x={x} />
      {marks.map(({ id, at, type, isMovement, isFault }) =>
        isFault ? (
          <path key={id} className={styles.fault} d={`M${x(at)} ${lanes.marks - 14}l5 9h-10z`} />
        ) : (
          <rect
            key={id}
            className={styles.mark}
            data-of={type}
            x={x(at) - 1}
            y={lanes.marks - (isMovement ? 16 : 10)}
            width={2}
            height={isMovement ? 16 : 10}
          />
        ),
      )}
      <line className={styles.now} x1={x(span.to)} x2={x(span.to)} y1={4} y2={lanes.marks + 8} />
    </svg>
  );
}

type Scale = (ms: number) => number;

function Flight({ leg: { leg, taxiOut, air, taxiIn }, x }: { leg: AxisLeg; x: Scale }): ReactElement {
  const wide = Math.max(3, x(air.to) - x(air.from));
  const names = [[leg.from, leg.to].filter(Boolean).join(' '), leg.to ?? '', leg.flight ?? ''].map(oneLine);
  const name = names.find((text) => text !== '' && text.length * charPx < wide - 4);
  const middle = lanes.flight + lanes.flightHigh / 2;
  const taxi = (span: AxisSpan | null): ReactElement | null =>
    span && (
      <rect
        className={styles.taxi}
        x={x(span.from)}
        y={middle - 3}
        width={Math.max(2, x(span.to) - x(span.from))}
        height={6}
      />
    );
  return (
    <>
      {taxi(taxiOut)}
      {taxi(taxiIn)}
      <rect className={styles.flight} x={x(air.from)} y={lanes.flight} width={wide} height={lanes.flightHigh} rx={2} />
      {name ? (
        <text className={styles.name} x={x(air.from) + wide / 2} y={middle + 4} textAnchor="middle">
          {name}
        </text>
      ) : null}
    </>
  );
}

function Reception({ axis: { received, missed }, x }: { axis: Axis; x: Scale }): ReactElement {
  const bar = (className: string | undefined) => (span: AxisSpan) => (
    <rect
      key={`${className} ${span.from}`}
      className={className}
      x={x(span.from)}
      y={lanes.adsb}
      width={Math.max(1, x(span.to) - x(span.from) - 1)}
      height={lanes.adsbHigh}
    />
  );
  return (
    <>
      {received.map(bar(styles.received))}
      {missed.map(bar(styles.missed))}
    </>
  );
}
