/** ADS-C contracts of an aircraft: level line with reports and what was due, map, last report. Own file: drawings of their own. */
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { hourMs, minuteMs } from '../../../contract/durations.ts';
import type { Facts } from '../../../contract/entities/meaning.ts';
import type { AdscContract, AdscReport } from '../../../decoder/dialogue.ts';
import { airWords, degreesWords, placeWords } from '../../../decoder/words.ts';
import { drawWorld, toNearestPoint } from '../../charts/small-map/draw.ts';
import { LandNote } from '../../charts/small-map/PlaceMap.tsx';
import { useOutlines } from '../../charts/small-map/use-outlines.ts';
import { boxOf, type Place, viewOf } from '../../charts/small-map/view.ts';
import { counted, formatCount, measured, oneLine } from '../../lib/format.ts';
import { ageText, utcClock } from '../../lib/time.ts';
import { useWidth } from '../../lib/use-width.ts';
import { LinkedWords } from '../../objects/LinkedWords.tsx';
import { useMapColours } from '../../ui/map-colours.ts';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './Dialogue.module.css';

type Props = {
  readonly contracts: readonly AdscContract[];
  readonly now: number;
  /** The report with the focus, in the chart, the map and the talk. */
  readonly active: string | null;
  readonly onActive: (id: string | null) => void;
};

export function Contracts({ contracts, now, active, onActive }: Props): ReactElement | null {
  const reports = useMemo(
    () => contracts.flatMap((contract) => contract.reports).sort((a, b) => a.atMs - b.atMs),
    [contracts],
  );
  const last = reports.at(-1);
  if (contracts.length === 0)
    return (
      <p className={styles.none} data-tab="contracts">
        No ADS-C received.
      </p>
    );
  return (
    <>
      {contracts.map((contract, at) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: contracts have no name of their own, and only grow
          key={at}
          className={panel.panel}
          data-tab="contracts"
          aria-label={`ADS-C of ${oneLine(contract.ground ?? 'an unknown ground unit')}`}
        >
          <div className={panel.head}>
            <h2>ADS-C{contract.number === null ? '' : ` contract ${contract.number}`}</h2>
            <span className={shared.mono}>{oneLine(contract.ground ?? '')}</span>
            <span className={shared.dimAtEnd}>
              {contract.everyS === null
                ? 'interval not received'
                : `every ${measured(formatCount(contract.everyS), 's')}`}
            </span>
          </div>
          {contract.reports.length === 0 ? (
            <p className={panel.none}>No report received.</p>
          ) : (
            <LevelChart contract={contract} active={active} onActive={onActive} />
          )}
        </section>
      ))}
      <ReportMap reports={reports} active={active} />
      {last ? <LastReport report={last} now={now} /> : null}
    </>
  );
}

const height = 104;
const levelBase = 48;
const levelHeight = 36;
const tickTop = 58;
const tickHeight = 20;
const pad = { left: 46, right: 14 };
/** Labels are apart by this, or more. */
const labelPx = 64;
const stepsMs = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);

/** Whole multiples of a step, no closer than `labelPx`. */
function timesOf(fromMs: number, toMs: number, width: number): number[] {
  const step = stepsMs.find((ms) => (ms / (toMs - fromMs)) * width >= labelPx) ?? 2 * hourMs * 12;
  const times: number[] = [];
  for (let ms = Math.ceil(fromMs / step) * step; ms <= toMs; ms += step) times.push(ms);
  return times;
}

type ChartProps = { readonly contract: AdscContract } & Pick<Props, 'active' | 'onActive'>;

/** Levels above, below a tick per report, a triangle per event, and a dashed tick where a report was due. */
function LevelChart({ contract: { reports, due }, active, onActive }: ChartProps): ReactElement {
  const [frame, width] = useWidth();
  const fromMs = reports[0]?.atMs ?? 0;
  const toMs = Math.max(reports.at(-1)?.atMs ?? 0, fromMs + 60_000);
  const levels = reports.flatMap(({ altitudeFt }) => (altitudeFt === null ? [] : [altitudeFt]));
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];
  const inner = Math.max(0, width - pad.left - pad.right);
  const x = (ms: number): number => pad.left + ((ms - fromMs) / (toMs - fromMs)) * inner;
  const y = (ft: number): number =>
    levelBase - (highest === lowest ? levelHeight / 2 : ((ft - lowest) / (highest - lowest)) * levelHeight);
  const line = reports.flatMap(({ atMs, altitudeFt }) =>
    altitudeFt === null ? [] : [`${x(atMs).toFixed(1)},${y(altitudeFt).toFixed(1)}`],
  );
  const levelText = (ft: number): string => `FL${String(Math.round(ft / 100)).padStart(3, '0')}`;
  return (
    <div className={styles.chart}>
      <div ref={frame}>
        <svg width={width} height={height} aria-hidden="true">
          {[...new Set(levels.length === 0 ? [] : [lowest, highest])].map((ft) => (
            <g key={ft}>
              <line x1={pad.left} x2={width - pad.right} y1={y(ft)} y2={y(ft)} className={styles.grid} />
              <text x={pad.left - 8} y={y(ft) + 4} textAnchor="end">
                {levelText(ft)}
              </text>
            </g>
          ))}
          {timesOf(fromMs, toMs, inner).map((ms) => (
            <text key={ms} x={x(ms)} y={height - 6} textAnchor="middle">
              {utcClock(ms).slice(0, 5)}Z
            </text>
          ))}
          {line.length > 1 ? <polyline points={line.join(' ')} className={styles.level} /> : null}
          {due.map((ms) => (
            <line key={ms} x1={x(ms)} x2={x(ms)} y1={tickTop} y2={tickTop + tickHeight} className={styles.due} />
          ))}
          {reports.map(({ id, atMs, what, altitudeFt }) => (
            <g key={id} data-active={id === active || undefined} className={styles.mark}>
              {altitudeFt === null ? null : <circle cx={x(atMs)} cy={y(altitudeFt)} r={id === active ? 6 : 4} />}
              {what === 'event' ? (
                <path d={`M${x(atMs)} ${tickTop} l6 11 h-12 z`} />
              ) : (
                <line x1={x(atMs)} x2={x(atMs)} y1={tickTop} y2={tickTop + tickHeight} />
              )}
            </g>
          ))}
        </svg>
      </div>
      <p className={shared.smallDim}>
        {utcClock(fromMs)}Z to {utcClock(toMs)}Z
        {levels.length === 0
          ? ''
          : lowest === highest
            ? `, ${levelText(lowest)}`
            : `, ${levelText(lowest)} to ${levelText(highest)}`}
        {due.length === 0 ? '' : `, due and not received: ${due.map((ms) => `${utcClock(ms)}Z`).join(', ')}`}
      </p>
      <ol className={`${shared.bareList} ${styles.reports}`}>
        {reports.map((report) => (
          <li key={report.id}>
            <button
              type="button"
              data-active={report.id === active || undefined}
              onFocus={() => onActive(report.id)}
              onBlur={() => onActive(null)}
              onMouseEnter={() => onActive(report.id)}
              onMouseLeave={() => onActive(null)}
            >
              {utcClock(report.atMs)}Z{' '}
              <LinkedWords kind="adsc" words={report.words} facts={report.facts} isLinked={false} />
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

type Placed = AdscReport & { readonly at: Place };

function ReportMap({
  reports,
  active,
}: {
  readonly reports: readonly AdscReport[];
  readonly active: string | null;
}): ReactElement | null {
  const [frame, width] = useWidth();
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useMapColours();
  const outlines = useOutlines({ hasCities: false });
  const placed = useMemo(
    () =>
      reports.flatMap((report): Placed[] => {
        const { lat, lon } = report.place ?? {};
        return lat === undefined || lon === undefined ? [] : [{ ...report, at: { lat, lon } }];
      }),
    [reports],
  );
  useEffect(() => {
    const element = canvas.current;
    if (!element || width === 0 || placed.length === 0) return;
    const size = { width, height: element.clientHeight };
    const around = placed.flatMap(({ at: { lat, lon } }) => [
      { lat: lat + 1, lon: lon + 1 },
      { lat: lat - 1, lon: lon - 1 },
    ]);
    const picture = { view: viewOf(boxOf(around, 1), size), size, colours, outlines };
    const pen = drawWorld(element, picture, 'water');
    if (!pen) return;
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 2;
    for (const [number, { at }] of placed.entries()) {
      const before = placed[number - 1];
      if (!before) continue;
      const [from, to] = [toNearestPoint(picture, before.at), toNearestPoint(picture, at)];
      pen.beginPath();
      pen.moveTo(from.x, from.y);
      pen.lineTo(to.x, to.y);
      pen.stroke();
    }
    for (const { id, at } of placed) {
      const { x, y } = toNearestPoint(picture, at);
      pen.beginPath();
      pen.arc(x, y, id === active ? 7 : 4, 0, 2 * Math.PI);
      pen.fillStyle = colours.surface;
      pen.fill();
      pen.stroke();
    }
  }, [placed, active, width, colours, outlines]);
  const marked = placed.find(({ id }) => id === active);
  if (placed.length === 0)
    return (
      <p className={styles.none} data-tab="map">
        No position received.
      </p>
    );
  return (
    <section className={panel.panel} data-tab="map" aria-label="Positions of the reports">
      <div ref={frame} className={styles.map}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`Positions of ${counted(placed.length, 'report')}${marked ? `, marked: ${degreesWords(marked.at)}` : ''}`}
        />
        <LandNote state={outlines.landState} />
      </div>
    </section>
  );
}

function LastReport({ report, now }: { readonly report: AdscReport; readonly now: number }): ReactElement {
  return (
    <section className={panel.panel} data-tab="contracts" aria-label="Last report">
      <div className={panel.head}>
        <h2>Last report</h2>
        <span className={shared.dim}>
          {utcClock(report.atMs)}Z, {ageText(Math.max(0, now - report.atMs))} ago
        </span>
      </div>
      <dl className={styles.lastReport}>
        {lastFacts(report.facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the report contains, in the words of sentences. */
function lastFacts({ position, altitude, time, next, speed, ...facts }: Facts): readonly (readonly [string, string])[] {
  const ahead = next?.map((one) => [placeWords(one), one.time && `${one.time}Z`].filter(Boolean).join(' '));
  return [
    ['Position', (position && placeWords(position)) ?? ''],
    ['Time', time ? `${time}Z` : ''],
    ['Altitude', altitude?.words ?? ''],
    ['Next', ahead?.join(', then ') ?? ''],
    ['Ground speed', speed ? `${formatCount(speed.value)} ${speed.unit ?? ''}`.trim() : ''],
    ['Wind, temperature', airWords(facts)],
    ['Events', facts.adsc?.events.join(', ') ?? ''],
  ].filter((row): row is [string, string] => row[1] !== '');
}
