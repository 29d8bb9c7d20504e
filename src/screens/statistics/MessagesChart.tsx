/** Statistics at first sight: messages by type. Own file: a chart with its table. */
import type { ReactElement } from 'react';
import { parseInstant } from '../../../contract/params.ts';
import { StackedBars } from '../../charts/StackedBars.tsx';
import { formatCount } from '../../lib/format.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import styles from './FirstSight.module.css';
import { SightCard, type SightProps } from './SightCard.tsx';
import { fewerRowsSentence, messagesSentence, messagesText, momentText, stepName } from './sight-texts.ts';

type Step = {
  readonly at: number;
  readonly acars: number;
  readonly vdlm2: number;
  readonly hfdl: number;
  readonly adsb: number;
};
const kinds = [
  ['acars', 'ACARS'],
  ['vdlm2', 'VDLM2'],
  ['hfdl', 'HFDL'],
  ['adsb', 'ADSB'],
] as const;
const messagesColumns: readonly TableColumn<Step>[] = [
  { key: 'at', header: 'From (UTC)', value: ({ at }) => at, text: ({ at }) => momentText(at) },
  ...kinds.map(
    ([kind, header]): TableColumn<Step> => ({
      key: kind,
      header,
      isNumber: true,
      value: (step) => step[kind],
      text: (step) => formatCount(step[kind]),
    }),
  ),
];

export function MessagesChart({ sight: { messages }, lines }: SightProps): ReactElement {
  const begin = parseInstant(messages.from) ?? 0;
  const steps = messages.acars.map((acars, at): Step => {
    const [vdlm2 = 0, hfdl = 0, adsb = 0] = [messages.vdlm2[at], messages.hfdl[at], messages.adsb[at]];
    return { at: begin + at * messages.stepS * 1000, acars, vdlm2, hfdl, adsb };
  });
  const isEmpty = kinds.every(([kind]) => messages[kind].every((count) => count === 0));
  return (
    <SightCard
      title={messages.stepS === 3600 ? 'Messages per hour' : 'Messages per day'}
      about="By type. The last column is incomplete."
      finding={[messagesSentence(messages), fewerRowsSentence(messages)].filter(Boolean).join(' ')}
      lines={lines}
      columns={messagesColumns}
      rows={steps.toReversed()}
      rowKey={({ at }) => String(at)}
      legend={
        <ul className={styles.legend} aria-label="Colours of the bars">
          {kinds.map(([kind, name]) => (
            <li key={kind} data-type={kind}>
              {name}
            </li>
          ))}
        </ul>
      }
      chart={
        isEmpty
          ? null
          : (drawn) => (
              <StackedBars
                label="Messages by time"
                {...drawn}
                stacked={[
                  { type: 'acars', counts: messages.acars },
                  { type: 'vdlm2', counts: messages.vdlm2 },
                  { type: 'hfdl', counts: messages.hfdl },
                ]}
                below={{ type: 'adsb', name: 'ADSB, own axis', counts: messages.adsb }}
                columnName={(at) => stepName(messages, at)}
                describe={(at) => messagesText(messages, at)}
              />
            )
      }
    />
  );
}
