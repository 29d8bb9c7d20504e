import { expect, test } from 'vitest';
import type { FaultFact } from '../../contract/entities/meaning.ts';
import { faultIdentity, faultKey } from './fault-events.ts';

const fault: FaultFact = {
  ...{ what: 'failure', chapter: '36', ata: '362216', name: 'R WING LOOP B', source: 'BMC1' },
  ...{ class: 'X2', severity: 'HARD', phase: 'descent', persistence: 'hard', at: '2026-05-01T23:30:00Z' },
  ...{ impacted: [], inferred: [] },
};

test('records are one event by part, name, source and time, and one fault by all but the time', () => {
  const others: readonly [Partial<FaultFact>, boolean, boolean][] = [
    [{ name: 'r wing  loop-b', class: null, phase: null }, true, true],
    [{ at: '2026-05-02T08:10:00Z' }, false, true],
    [{ at: null }, false, true],
    [{ ata: '362217' }, false, false],
    [{ ata: null }, false, false],
    [{ name: 'R WING LOOP A' }, false, false],
    [{ source: 'BMC2' }, false, false],
  ];
  for (const [change, isEvent, isFault] of others) {
    const other = { ...fault, ...change };
    expect([faultKey(other) === faultKey(fault), faultIdentity(other) === faultIdentity(fault)]).toEqual([
      isEvent,
      isFault,
    ]);
  }
});
