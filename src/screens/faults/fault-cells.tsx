/** Cells of the list of faults. Own file: a list definition contains no elements. */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type FaultStateName, faultStates } from '../../../contract/entities/faults.ts';
import { parseInstant } from '../../../contract/params.ts';
import { stripCount } from '../../../decoder/faults/leg-strip.ts';
import { useFaultChanges } from '../../data/faults.ts';
import { serverNow } from '../../data/send.ts';
import { oneLine } from '../../lib/format.ts';
import { isoDay, utcShort } from '../../lib/time.ts';
import type { AnyRow } from '../../list/define-list.ts';
import { FaultStateBadge } from '../../objects/faults/FaultStateBadge.tsx';
import { chapterName, shortDay } from '../../objects/faults/ledger-view.ts';
import { faultsPath } from '../../objects/object-paths.ts';
import { LegStrip } from '../../ui/LegStrip.tsx';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const nameOf = (value: unknown): FaultStateName => faultStates.find((name) => name === value) ?? 'open';

function StateOf({ row }: { row: AnyRow }): ReactElement {
  const change = useFaultChanges().find(
    ({ tail, identity, conflict, refusal }) =>
      tail === row.tail && identity === row.identity && conflict === null && refusal === null,
  );
  return <FaultStateBadge state={change?.state ?? nameOf(row.state)} isWaiting={change !== undefined} />;
}
export const stateCell = (row: AnyRow): ReactElement => <StateOf row={row} />;

export function tailCell({ tail, identity }: AnyRow, place?: 'grid'): ReactElement | null {
  const path = faultsPath(textOf(tail));
  return path === null ? null : (
    <Link to={path} search={{ fault: textOf(identity) } as never} {...(place === 'grid' ? { tabIndex: -1 } : {})}>
      <b>{oneLine(textOf(tail))}</b>
    </Link>
  );
}

export function chapterCell({ chapter }: AnyRow): ReactElement | null {
  const code = textOf(chapter);
  return code === '' ? null : (
    <>
      <b>{oneLine(code)}</b> {chapterName(code)}
    </>
  );
}

export const stripCell = ({ strip }: AnyRow): ReactElement | null =>
  textOf(strip) === '' ? null : <LegStrip strip={textOf(strip)} />;

/** `6 of 9` of the strip, otherwise the legs with a report. */
export const legsText = ({ strip, legs }: AnyRow): string =>
  textOf(strip) === '' ? String(legs ?? '') : stripCount(textOf(strip));

/** `14:46Z` today, otherwise the day. */
const whenCell =
  (field: string) =>
  (row: AnyRow): ReactElement | null => {
    const ms = parseInstant(textOf(row[field]));
    if (ms === null) return null;
    const now = serverNow();
    return <time dateTime={textOf(row[field])}>{isoDay(ms) === isoDay(now) ? utcShort(ms) : shortDay(ms, now)}</time>;
  };
export const firstCell = whenCell('first');
export const lastCell = whenCell('last');

/** Below a card. */
export function faultActions({ tail, identity }: AnyRow): ReactElement | null {
  const path = faultsPath(textOf(tail));
  return path === null ? null : (
    <Link to={path} search={{ fault: textOf(identity) } as never}>
      Ledger of {oneLine(textOf(tail))}
    </Link>
  );
}
