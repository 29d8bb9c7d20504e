/** Messages of the same aircraft and flight in the last 24 hours. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { listQuery } from '../../../api/list-resource.ts';
import { counted, oneLine } from '../../../lib/format.ts';
import { cellText } from '../../../list/cells.ts';
import type { AnyRow } from '../../../list/define-list.ts';
import styles from '../../../list/reading/Message.module.css';
import type { MessageProps } from '../../../list/reading/ReadView.tsx';
import { textOf, wordsOf } from './words.ts';

const window = { hours: 24 };
const maxMovements = 4;

export function FlightSoFar({ row, list, extra }: Pick<MessageProps, 'row' | 'list' | 'extra'>): ReactElement | null {
  const [tail, flight] = [textOf(row.tail), textOf(row.flight)];
  const filters = { tail, flight };
  const isKnown = tail !== '' && flight !== '';
  const { data } = useQuery({
    ...listQuery(list.endpoint, { filters, window, sort: null, offset: 0, limit: 100 }, extra),
    enabled: isKnown,
    meta: { isQuiet: true },
  });
  if (!isKnown) return null;
  const rows = (data?.rows ?? []) as readonly AnyRow[];
  const movements = [...rows].reverse().filter((one) => wordsOf(one).kind === 'movement');
  const isIncomplete = data?.coverage?.isComplete === false;
  return (
    <section className={styles.part} aria-label="This flight so far">
      <div className={styles.flightHead}>
        <h3>This flight so far</h3>
        <span className={styles.dim}>
          {data ? `${counted(data.count, 'message')}${isIncomplete ? ' stored' : ''} in 24 h` : 'Loading …'}
        </span>
        <Link to="." search={{ tail, flight, last: '24', view: 'read' } as never}>
          Show only this flight
        </Link>
      </div>
      {movements.length === 0 ? null : (
        <ol className={styles.movements}>
          {movements.slice(0, maxMovements).map((one) => (
            <li key={String(one.id ?? one.acarsDateTime)}>
              <span className={styles.dim}>{cellText('instant', one.acarsDateTime).slice(11, 16)}Z</span>{' '}
              {oneLine(wordsOf(one).words)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
