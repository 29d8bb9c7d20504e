/** The ledger of one aircraft from its stored copy: text to what the screen shows, without drawing. Own file: it needs no server. */

import { hourMs } from '../../contract/durations.ts';
import { type FaultLedger, faultLedger } from '../../contract/entities/faults.ts';
import type { TailLeg } from '../../contract/entities/tail.ts';
import { writeInstant } from '../../contract/params.ts';
import { ensureTemporal } from '../../src/lib/time.ts';
import {
  countStates,
  legGroups,
  shownState,
  stripLegsOf,
  stripOfFault,
  workNote,
} from '../../src/objects/faults/ledger-view.ts';
import { type Figure, median, rounds } from './figures.ts';

const faults = 1000;
/** About as many as fit into 15 days. */
const legCount = 90;
const end = Date.UTC(2026, 10, 29);
const limitMs = 100;

const at = (leg: number): string => writeInstant(end - (legCount - leg) * 4 * hourMs + hourMs);
const legs = Array.from({ length: legCount }, (_, back): TailLeg => {
  const leg = legCount - 1 - back;
  return {
    ...{
      id: writeInstant(end - (legCount - leg) * 4 * hourMs),
      until: writeInstant(end - (legCount - leg) * 4 * hourMs + 2 * hourMs),
    },
    ...{ flight: `ZZ${1000 + leg}`, from: 'LROP', to: 'EDDF', endedAt: null, out: null, off: null, on: null, in: null },
    ...{ scheduledIn: null, hasLanded: true, messages: leg % 9 === 0 ? 0 : 12, receivers: 2 },
  };
});

const ledger: FaultLedger = {
  asOf: writeInstant(end),
  tail: 'N900XX',
  faults: Array.from({ length: faults }, (_, fault) => ({
    ...{
      identity: `${fault}`,
      chapter: '36',
      ata: '362216',
      name: `R WING LOOP ${fault}`,
      source: 'BMC 1',
      state: null,
      stations: 2,
    },
    events: [0, 1].map((back) => ({
      ...{
        at: at((fault * 7 + back * 3) % legCount),
        isTimed: true,
        flight: 'ZZ1000',
        what: 'failure',
        persistence: 'hard',
      },
      ...{ phase: 'descent', class: '1', severity: null, inferred: [], impacted: [], stations: 2, receptions: 3 },
      ...{ firstReceived: at(1), lastReceived: at(2), messageId: null },
    })),
  })),
  olderEvents: 0,
};

function show(text: string): number {
  const read = faultLedger.parse(JSON.parse(text));
  const strip = stripLegsOf(legs);
  const rows = read.faults.map((fault) => ({
    fault,
    shown: shownState(fault, undefined),
    strip: stripOfFault(strip, fault),
  }));
  const [first] = rows;
  const note = first ? workNote('N900XX', first.fault, { legs, strip: first.strip, now: end }) : '';
  return legGroups(legs, read.faults).length + countStates(rows.map(({ shown }) => shown)).open + note.length;
}

export async function ledgerFromStore(): Promise<readonly Figure[]> {
  await ensureTemporal();
  const text = JSON.stringify(ledger);
  const times = Array.from({ length: rounds + 1 }, () => {
    // CPU, not wall time: other load does not count.
    const from = process.cpuUsage();
    show(text);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  });
  return [
    {
      name: `ledger of ${faults} faults from its stored copy`,
      value: median(times.slice(1)),
      limit: limitMs,
      unit: ' ms CPU',
      detail: `${2 * faults} reports in ${legCount} legs, ${Math.round(text.length / 1000)} kB; first ${(times[0] ?? 0).toFixed(0)} ms`,
    },
  ];
}
