/** One time axis: flights, altitude, ADS-B reception, messages. A click on a mark opens its message. */
import { IconTable } from '@tabler/icons-react';
import { type ReactElement, useId, useMemo, useState } from 'react';
import { type Tail, type TailSpan, tailSpans } from '../../../contract/entities/tail.ts';
import { counted, formatCount, oneLine } from '../../lib/format.ts';
import { utcDateTime } from '../../lib/time.ts';
import { amountText, type Units } from '../../lib/units.ts';
import { useWidth } from '../../lib/use-width.ts';
import { useUnits } from '../../objects/units-choice.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { AxisPicture } from './AxisPicture.tsx';
import { type Axis, type AxisRow, axisOf, rowsOf } from './axis-shape.ts';
import styles from './TimeAxis.module.css';
import { levelText } from './tail-state.ts';

type Props = {
  readonly name: string;
  readonly tail: Tail;
  readonly days: TailSpan;
  readonly onDays: (days: TailSpan) => void;
  readonly onMark: (messageId: string) => void;
};
const spanNames: Readonly<Record<TailSpan, string>> = { 1: '24 h', 3: '3 d', 15: '15 d' };
const spanWords: Readonly<Record<TailSpan, string>> = { 1: '24 hours', 3: '3 days', 15: '15 days' };

export function TimeAxis({ name, tail, days, onDays, onMark }: Props): ReactElement {
  const heading = useId();
  const [isTable, setTable] = useState(false);
  const [frame, width] = useWidth();
  const units = useUnits();
  const axis = useMemo(() => axisOf(tail), [tail]);
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>
          {spanWords[days]} of {oneLine(name)}
        </h2>
        <fieldset className={styles.spans} aria-label="Length of the axis">
          {tailSpans.map((span) => (
            <PlainButton key={span} aria-pressed={span === days} onClick={() => onDays(span)}>
              {spanNames[span]}
            </PlainButton>
          ))}
        </fieldset>
        <PlainButton aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <IconTable size={16} aria-hidden="true" />
          Table
        </PlainButton>
      </div>
      <p className="dl-hidden">{summaryOf(axis, units)}</p>
      {isTable ? (
        <AxisTable tail={tail} axis={axis} />
      ) : (
        <div ref={frame} className={styles.frame}>
          {width > 0 ? <AxisPicture axis={axis} width={width} onMark={onMark} /> : null}
        </div>
      )}
      <Legend axis={axis} isAdsbKnown={tail.adsb !== ''} />
    </section>
  );
}

/** What the picture shows, for readers of the text. */
const summaryOf = ({ legs, marks, topFt, profile }: Axis, units: Units): string =>
  [
    `${counted(legs.length, 'flight')} and ${counted(marks.length, 'message')}.`,
    profile.length > 0 ? `Highest altitude ${levelText(topFt, units)}.` : 'No altitudes received.',
    'Table contains the numbers.',
  ].join(' ');

function Legend({ axis, isAdsbKnown }: { axis: Axis; isAdsbKnown: boolean }): ReactElement {
  const types = [...new Set(axis.marks.map(({ type }) => type))].filter((type) => type !== '').sort();
  return (
    <ul className={styles.legend} aria-label="Legend">
      <li data-of="taxi">taxi</li>
      {types.map((type) => (
        <li key={type} data-of={type}>
          {oneLine(type.toUpperCase())}
        </li>
      ))}
      <li>long mark: out, off, on, in</li>
      <li data-of="fault">fault report</li>
      <li data-of="missed">{isAdsbKnown ? 'in the air, no ADS-B received' : 'ADS-B is not stored on this device'}</li>
    </ul>
  );
}

const columnsOf = ({ altitude }: Units): readonly TableColumn<AxisRow>[] => [
  { key: 'at', header: 'From (UTC)', value: ({ at }) => at, text: ({ at }) => utcDateTime(at).slice(0, 16) },
  { key: 'flight', header: 'Flight', value: ({ flight }) => flight, text: ({ flight }) => oneLine(flight) },
  {
    key: 'ft',
    header: 'Altitude',
    unit: altitude.sign,
    isNumber: true,
    value: ({ ft }) => ft,
    text: ({ ft }) => (ft === null ? '' : amountText(altitude, ft)),
  },
  {
    key: 'adsb',
    header: 'ADS-B',
    value: ({ isReceived }) => (isReceived === null ? 'not stored' : isReceived ? 'received' : 'none'),
  },
  {
    key: 'messages',
    header: 'Messages',
    isNumber: true,
    value: ({ messages }) => messages,
    text: ({ messages }) => formatCount(messages),
  },
];

function AxisTable({ tail, axis }: { tail: Tail; axis: Axis }): ReactElement {
  const rows = useMemo(() => rowsOf(tail, axis), [tail, axis]);
  const units = useUnits();
  const columns = useMemo(() => columnsOf(units), [units]);
  return (
    <div className={styles.table}>
      <DataTable label="Last days, per 10 minutes" columns={columns} rows={rows} rowKey={({ at }) => String(at)} />
    </div>
  );
}
