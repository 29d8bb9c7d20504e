/** A recording of one site with the expected import report: ours by construction, a real one counted by hand. */
import { readAcarsLine } from '../../server/input/receive/acars-json.ts';
import { realLines, withReal } from '../support/real-data.ts';
import { type Joined, siteJoined, siteLines } from './site.ts';

type Count = { readonly reason: string; readonly count: number };
export type Recording = {
  readonly name: string;
  readonly lines: readonly string[];
  /** Lines: messages and link events. */
  readonly stored: number;
  readonly messages: number;
  /** Count by kind. */
  readonly events: Readonly<Record<string, number>>;
  readonly duplicates: number;
  /** The most frequent first. */
  readonly leftOut: readonly Count[];
  readonly broken: readonly Count[];
  readonly byType: Readonly<Record<string, number>>;
  /** Rows by type: one transmission on several channels of the station is one row. */
  readonly rowsByType: Readonly<Record<string, number>>;
  /** From the first message to the last. */
  readonly spanSeconds: number;
  readonly tail: { readonly name: string; readonly messages: number };
  /** Messages whose blocks were all received, with their joined text. */
  readonly joined: readonly Joined[];
};

export const rowsOf = ({ rowsByType }: Recording): number =>
  Object.values(rowsByType).reduce((sum, count) => sum + count, 0);

export const sumOf = (counts: readonly Count[]): number => counts.reduce((sum, { count }) => sum + count, 0);

function own(): Recording {
  const reasons = (kind: 'left out' | 'broken'): Count[] =>
    Object.entries(countBy(siteLines.flatMap(({ fate }) => (fate.kind === kind ? [fate.reason] : []))))
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count);
  const stored = siteLines.flatMap(({ fate }) => (fate.kind === 'stored' ? [fate.row] : []));
  const events = siteLines.flatMap(({ fate }) => (fate.kind === 'event' ? [fate.event.kind ?? ''] : []));
  const times = stored.map(({ timestamp }) => timestamp ?? 0);
  const name = 'N401TR';
  return {
    name: 'our own recording',
    lines: siteLines.map(({ line }) => line),
    stored: stored.length + events.length,
    messages: stored.length,
    events: countBy(events),
    duplicates: siteLines.filter(({ fate }) => fate.kind === 'duplicate').length,
    leftOut: reasons('left out'),
    broken: reasons('broken'),
    byType: countBy(stored.map(({ type }) => type ?? '')),
    rowsByType: countBy(stored.map(({ type }) => type ?? '')),
    spanSeconds: Math.max(...times) - Math.min(...times),
    tail: { name, messages: stored.filter(({ tail }) => tail === name).length },
    joined: siteJoined,
  };
}

function real(): Recording {
  const lines = realLines('acars/stream.jsonl');
  return {
    name: 'a real recording',
    lines,
    stored: 1000,
    messages: 692,
    events: { ready: 173, handoff: 17, logon: 64, logoff: 4, spdu: 27, frequency: 16, performance: 7 },
    duplicates: 0,
    leftOut: [],
    broken: [],
    byType: { ACARS: 368, VDLM2: 209, HFDL: 115 },
    // 22 transmissions were received on a second channel within a millisecond, most of them 30 dB weaker, and one of them on a third.
    rowsByType: { ACARS: 347, VDLM2: 207, HFDL: 115 },
    spanSeconds: 2569.00887,
    tail: { name: 'N163US', messages: 26 },
    joined: [
      // One of the eleven blocks of D42 was received on two channels. The uplink is the only one with blocks O and P.
      { tail: 'N8560Z', msgno: /^D50/, receptions: 2 },
      { tail: 'N534UW', msgno: /^D79/, receptions: 4 },
      { tail: 'N438WN', msgno: /^D42/, receptions: 11 },
      { tail: 'N758US', msgno: null, receptions: 2 },
    ].map(({ tail, msgno, receptions }) => ({ tail, receptions, text: longestText(lines, tail, msgno) })),
  };
}

/** The receiver gave the last block the text of the whole message. */
function longestText(lines: readonly string[], tail: string, msgno: RegExp | null): string {
  const texts = lines.flatMap((line) => {
    const read = readAcarsLine(line, Date.now());
    if (!('row' in read) || read.row.tail !== tail || read.row.label !== 'H1') return [];
    const isOfIt = msgno ? msgno.test(read.row.msgno ?? '') : /^[OP]$/.test(read.row.blockId ?? '');
    return isOfIt ? [read.row.text ?? ''] : [];
  });
  return texts.sort((a, b) => b.length - a.length)[0] ?? '';
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

export const ownRecording: Recording = own();
export const recordings: readonly Recording[] = withReal(ownRecording, real);
