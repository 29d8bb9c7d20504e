/** Statistics at first sight: most frequent labels, aircraft and airlines. Own file: a chart with its table. */
import type { ReactElement } from 'react';
import type { FirstSight as FirstSightData, NamedCount } from '../../../contract/entities/first-sight.ts';
import { labelMeanings } from '../../../decoder/label-meanings.ts';
import { RankedBars } from '../../charts/RankedBars.tsx';
import { counted, formatCount } from '../../lib/format.ts';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { SightCard, type SightProps } from './SightCard.tsx';
import { chartTitles, dayOf, shortDay, topsSentence } from './sight-texts.ts';

const groups = [
  { kind: 'labels', title: 'Labels', one: 'Label' },
  { kind: 'aircraft', title: 'Aircraft', one: 'Aircraft' },
  { kind: 'airlines', title: 'Airlines', one: 'Airline' },
] as const;
const meanings = new Map<string, string>(labelMeanings);
type Row = NamedCount & {
  readonly kind: (typeof groups)[number]['kind'];
  readonly what: string;
  readonly meaning: string;
};

const columns: readonly TableColumn<Row>[] = [
  { key: 'what', header: 'Kind', value: ({ what }) => what },
  {
    key: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ kind, name }) => (kind === 'aircraft' ? <ObjectLink to="tail" id={name} /> : name),
  },
  { key: 'meaning', header: 'Meaning', value: ({ meaning }) => meaning },
  {
    key: 'messages',
    header: 'Messages',
    isNumber: true,
    value: ({ messages }) => messages,
    text: ({ messages }) => formatCount(messages),
  },
];

const meaningOf = (kind: Row['kind'], { name, title }: NamedCount): string =>
  kind === 'labels' ? (meanings.get(name) ?? '') : (title ?? '');
const rowsOf = (tops: FirstSightData['tops']): Row[] =>
  groups.flatMap(({ kind, one }) =>
    tops[kind].map((named) => ({ ...named, kind, what: one, meaning: meaningOf(kind, named) })),
  );

export function TopsChart({ sight: { tops }, lines }: SightProps): ReactElement {
  const rows = rowsOf(tops);
  return (
    <SightCard
      title={chartTitles.tops}
      about={`Text messages since ${shortDay(dayOf(tops.from))}.`}
      finding={topsSentence(tops)}
      lines={lines}
      columns={columns}
      rows={rows}
      rowKey={({ kind, name }) => `${kind} ${name}`}
      chart={
        rows.length === 0
          ? null
          : (drawn) => (
              <RankedBars
                label="Most frequent labels, aircraft and airlines"
                {...drawn}
                groups={groups.map(({ kind, title }) => ({
                  title,
                  ranked: tops[kind].map(({ name, messages }) => ({ name, count: messages })),
                }))}
                describe={({ column, row }) => {
                  const group = groups[column];
                  const named = group && tops[group.kind][row];
                  if (!named) return `${group?.title ?? ''}: no further entry`;
                  const meaning = meaningOf(group.kind, named);
                  return `${group.one} ${named.name}${meaning ? ` (${meaning})` : ''}: ${counted(named.messages, 'message')}`;
                }}
              />
            )
      }
    />
  );
}
