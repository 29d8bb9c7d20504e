/** Messages of the same aircraft and flight in the last 24 hours. Own file: the view would have over 200 lines. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import type { Meaning, MeaningKind } from '../../../../contract/entities/meaning.ts';
import { listQuery } from '../../../data/list-resource.ts';
import { useMeanings } from '../../../decoding/row-meaning.ts';
import { counted, oneLine } from '../../../lib/format.ts';
import { cellText } from '../../../list/cells.ts';
import type { AnyRow } from '../../../list/define-list.ts';
import messageStyles from '../../../list/reading/Message.module.css';
import type { MessageProps } from '../../../list/reading/ReadView.tsx';
import { KindIcon } from '../../../objects/KindIcon.tsx';
import { textOf } from './words.ts';

const window = { hours: 24 };
const maxSteps = 8;
const kinds: readonly MeaningKind[] = ['gateTimes', 'position', 'weather', 'fault', 'cpdlc', 'load'];

type Step = { readonly row: AnyRow; readonly meaning: Meaning };

/** Gate times all, of the others the newest, oldest first. One message has several receptions. Pure. */
function stepsOf(rows: readonly AnyRow[], meanings: readonly (Meaning | null)[]): readonly Step[] {
  const seen = new Set<string>();
  const steps = rows.flatMap((row, at) => {
    const meaning = meanings[at];
    const key = `${meaning?.kind} ${meaning?.words}`;
    if (!meaning || meaning.level === 'none' || !kinds.includes(meaning.kind) || seen.has(key)) return [];
    seen.add(key);
    return [{ row, meaning }];
  });
  const gate = steps.filter(({ meaning }) => meaning.kind === 'gateTimes').slice(0, maxSteps);
  const others = steps.filter(({ meaning }) => meaning.kind !== 'gateTimes').slice(0, maxSteps - gate.length);
  return steps.filter((step) => gate.includes(step) || others.includes(step)).reverse();
}

export function FlightSoFar({ row, list, extra }: Pick<MessageProps, 'row' | 'list' | 'extra'>): ReactElement | null {
  const [tail, flight] = [textOf(row.tail), textOf(row.flight)];
  const isKnown = tail !== '' && flight !== '';
  const { data } = useQuery({
    ...listQuery(list.endpoint, { filters: { tail, flight }, window, sort: null, offset: 0, limit: 100 }, extra),
    enabled: isKnown,
    meta: { isQuiet: true },
  });
  const rows = useMemo(() => (data?.rows ?? []) as readonly AnyRow[], [data]);
  const steps = stepsOf(rows, useMeanings(rows));
  if (!isKnown) return null;
  const isIncomplete = data?.coverage?.isComplete === false;
  return (
    <section className={messageStyles.part} aria-label="This flight so far">
      <div className={messageStyles.flightHead}>
        <h3>This flight so far</h3>
        <span className={messageStyles.dim}>
          {data ? `${counted(data.count, 'message')}${isIncomplete ? ' stored' : ''} in 24 h` : 'Loading …'}
        </span>
        <Link to="." search={{ tail, flight, last: '24', view: 'read' } as never}>
          Show only this flight
        </Link>
      </div>
      {steps.length === 0 ? null : (
        <ol className={messageStyles.movements}>
          {steps.map(({ row: one, meaning }) => (
            <li key={String(one.id ?? one.acarsDateTime)} title={oneLine(meaning.words)}>
              <KindIcon kind={meaning.kind} />
              <span>
                {cellText('instant', one.acarsDateTime).slice(11, 16)}
                <span className="dl-hidden"> {oneLine(meaning.words)}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
