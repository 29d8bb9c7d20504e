/**
 * The talk of one aircraft with air traffic control, from its messages: connections with their turns, who answers whom, what is open, and ADS-C contracts with their reports. A
 * view over messages, nothing is stored. Numbers have 6 bits and start again with each connection, so an answer belongs to the newest message of its number in the same
 * connection. Pure.
 */
import { hourMs, minuteMs } from '../contract/durations.ts';
import type { AdscFact, CpdlcFact, FactPlace, Facts } from '../contract/entities/meaning.ts';

/** `atMs` = reception. Any order. */
export type DialogueMessage = {
  readonly id: string;
  readonly atMs: number;
  readonly words: string;
  readonly facts: Facts;
  /** Number of receivers. */
  readonly heardBy: number;
};

type Answer = { readonly id: string; readonly words: string; readonly afterMs: number };
/** `missing` = a message that another one refers to, and nobody received. */
export type Turn =
  | {
      readonly kind: 'message';
      readonly id: string;
      readonly atMs: number;
      readonly direction: 'up' | 'down';
      readonly words: string;
      readonly facts: Facts;
      readonly number: number | null;
      readonly answers: number | null;
      readonly heardBy: number;
      readonly isDamaged: boolean;
      /** The message that closes it. */
      answeredBy: Answer | null;
      /** It wants an answer, none that closes it was received, and its connection lasts. */
      isOpen: boolean;
    }
  | { readonly kind: 'missing'; readonly direction: 'up' | 'down'; readonly number: number };
type MessageTurn = Extract<Turn, { kind: 'message' }>;

export type Connection = {
  /** Address of the ground unit. null = not in any of its messages. */
  readonly ground: string | null;
  logOnMs: number | null;
  connectedMs: number | null;
  /** Disconnect, or end of service. */
  endedMs: number | null;
  lastMs: number;
  /** Ended by three hours without a message. */
  isSilent: boolean;
  readonly turns: Turn[];
};

const silenceMs = 3 * hourMs;
/** Between a message and its answer. */
const answerMs = 30 * minuteMs;
/** Clocks of receivers differ: an answer can have an earlier time than its message. */
const clocksMs = 5 * minuteMs;
/** Elements that do not close what they refer to: standby, request deferred, logical acknowledgement. */
const leavesOpen: readonly string[] = ['DM2', 'UM1', 'UM2', 'DM100', 'UM227'];
/** What closes an uplink, by the answer that it wants. */
const closes: Readonly<Record<string, readonly string[]>> = {
  'W/U': ['DM0', 'DM1'],
  'A/N': ['DM4', 'DM5'],
  R: ['DM3', 'DM1'],
};
/** Service terminated, of the ground. */
const endOfService = 'UM161';

type Talk = DialogueMessage & { readonly cpdlc: CpdlcFact };

/** Oldest first. */
export function connectionsOf(messages: readonly DialogueMessage[], nowMs: number): Connection[] {
  const talk = messages
    .flatMap((message): Talk[] => (message.facts.cpdlc ? [{ ...message, cpdlc: message.facts.cpdlc }] : []))
    .sort((a, b) => a.atMs - b.atMs);
  const connections: Connection[] = [];
  const byTurn = new Map<Turn, Talk>();
  for (const message of talk) {
    const connection = connectionFor(connections, message);
    connection.lastMs = message.atMs;
    if (!isTurn(message.cpdlc)) noteLink(connection, message);
    else addTurn(connection, message, byTurn);
  }
  for (const connection of connections) {
    connection.isSilent = connection.endedMs === null && nowMs - connection.lastMs > silenceMs;
    if (connection.endedMs !== null || connection.isSilent)
      for (const turn of connection.turns) if (turn.kind === 'message') turn.isOpen = false;
  }
  return connections;
}

const isTurn = ({ what, elements }: CpdlcFact): boolean => what === 'message' || elements.length > 0;

/** The current one of its ground unit. A connect request after turns begins another: its numbers start again. */
function connectionFor(connections: Connection[], { atMs, cpdlc }: Talk): Connection {
  const last = connections.findLast(({ ground }) => ground === cpdlc.ground);
  const isOver = !last || last.endedMs !== null || atMs - last.lastMs > silenceMs;
  const isNew =
    isOver ||
    (cpdlc.what === 'connect' && last.connectedMs !== null) ||
    (cpdlc.what === 'logon' && last.turns.length > 0);
  // A confirmation of the end, or its repetition, belongs to what has ended.
  if (last && isOver && cpdlc.what === 'disconnect' && atMs - last.lastMs <= silenceMs) return last;
  if (last && !isNew) return last;
  const connection: Connection = {
    ground: cpdlc.ground,
    logOnMs: null,
    connectedMs: null,
    endedMs: null,
    lastMs: atMs,
    isSilent: false,
    turns: [],
  };
  connections.push(connection);
  return connection;
}

function noteLink(connection: Connection, { atMs, cpdlc }: Talk): void {
  if (cpdlc.what === 'logon' || cpdlc.what === 'logonAnswer') connection.logOnMs ??= atMs;
  if (cpdlc.what === 'connect' || cpdlc.what === 'confirm') connection.connectedMs ??= atMs;
  if (cpdlc.what === 'disconnect') connection.endedMs ??= atMs;
}

function addTurn(connection: Connection, message: Talk, byTurn: Map<Turn, Talk>): void {
  const { id, atMs, words, heardBy, cpdlc, facts } = message;
  const { direction, number, reference } = cpdlc;
  const partner = reference === null ? null : partnerOf(connection.turns, message);
  if (reference !== null && !partner)
    connection.turns.push({ kind: 'missing', direction: opposite(direction), number: reference });
  const turn: MessageTurn = {
    ...{ kind: 'message', id, atMs, direction, words, facts, number, heardBy },
    answers: reference,
    isDamaged: facts.isDamaged === true,
    answeredBy: null,
    isOpen: wantsAnswer(cpdlc),
  };
  const early = answersBefore(connection.turns, message);
  if (early) connection.turns[early.at] = turn;
  else connection.turns.push(turn);
  byTurn.set(turn, message);
  noteLink(connection, message);
  if (cpdlc.elements.some(({ code }) => code === endOfService)) connection.endedMs ??= atMs;
  if (partner?.kind === 'message') close(partner, turn, byTurn);
  for (const answer of early?.answers ?? []) close(turn, answer, byTurn);
}

/** What answers a message and was received before it, and the place of the message among the turns. null = nothing. */
function answersBefore(turns: readonly Turn[], { atMs, cpdlc }: Talk): { at: number; answers: MessageTurn[] } | null {
  const { direction, number } = cpdlc;
  const at = turns.findLastIndex(
    (turn) => turn.kind === 'missing' && turn.direction === direction && turn.number === number,
  );
  if (at < 0) return null;
  const answers = turns
    .slice(at)
    .filter((turn) => turn.kind === 'message')
    .filter((turn) => turn.direction !== direction && turn.answers === number && atMs - turn.atMs <= clocksMs);
  return answers.length > 0 ? { at, answers } : null;
}

function close(asked: MessageTurn, answer: MessageTurn, byTurn: ReadonlyMap<Turn, Talk>): void {
  const [question, reply] = [byTurn.get(asked), byTurn.get(answer)];
  if (!question || !reply || !isClosing(question.cpdlc, reply.cpdlc)) return;
  asked.answeredBy ??= { id: answer.id, words: answer.words, afterMs: Math.max(0, answer.atMs - asked.atMs) };
  asked.isOpen = false;
}

const opposite = (direction: 'up' | 'down'): 'up' | 'down' => (direction === 'up' ? 'down' : 'up');

function partnerOf(turns: readonly Turn[], { atMs, cpdlc }: Talk): Turn | null {
  const found = turns.findLast(
    (turn) =>
      turn.direction === opposite(cpdlc.direction) &&
      turn.number === cpdlc.reference &&
      (turn.kind === 'missing' || atMs - turn.atMs <= answerMs),
  );
  return found ?? null;
}

/** Of an uplink that it is answered, of a downlink that it is a request. */
export const wantsAnswer = ({ direction, elements }: CpdlcFact): boolean =>
  elements.some(({ response }) =>
    direction === 'up' ? response !== null && Object.hasOwn(closes, response) : response === 'Y',
  );

function isClosing(asked: CpdlcFact, answer: CpdlcFact): boolean {
  const codes = answer.elements.map(({ code }) => code);
  if (asked.direction === 'down') return codes.length > 0 && !codes.every((code) => leavesOpen.includes(code));
  return asked.elements.some(
    ({ response }) => response !== null && closes[response]?.some((code) => codes.includes(code)),
  );
}

/** Instants of the open requests among these messages, by message. */
export function openRequests(messages: readonly DialogueMessage[], nowMs: number): ReadonlyMap<string, number> {
  return new Map(
    connectionsOf(messages, nowMs).flatMap(({ turns }) =>
      turns.flatMap((turn) => (turn.kind === 'message' && turn.isOpen ? [[turn.id, turn.atMs] as const] : [])),
    ),
  );
}

// ---- ADS-C

export type AdscReport = {
  readonly id: string;
  readonly atMs: number;
  readonly what: AdscFact['what'];
  readonly place: FactPlace | null;
  readonly altitudeFt: number | null;
  readonly words: string;
  readonly facts: Facts;
};
export type AdscContract = {
  readonly ground: string | null;
  /** null = no message of its agreement was received. */
  number: number | null;
  everyS: number | null;
  readonly reports: AdscReport[];
  /** Instants at which the contract made a report due, and none was received. */
  due: number[];
};
/** More are not drawn: a gap of hours is one statement. */
const maxDue = 20;

/** One per ground unit and silence, oldest first. */
export function contractsOf(messages: readonly DialogueMessage[]): AdscContract[] {
  const contracts: (AdscContract & { lastMs: number })[] = [];
  for (const { id, atMs, words, facts } of [...messages].sort((a, b) => a.atMs - b.atMs)) {
    const { adsc } = facts;
    if (!adsc) continue;
    let contract = contracts.findLast(({ ground }) => ground === adsc.ground);
    if (!contract || atMs - contract.lastMs > silenceMs) {
      contract = { ground: adsc.ground, number: null, everyS: null, reports: [], due: [], lastMs: atMs };
      contracts.push(contract);
    }
    contract.lastMs = atMs;
    contract.number = adsc.contract ?? contract.number;
    contract.everyS = adsc.everyS ?? contract.everyS;
    if (adsc.direction === 'down' && (adsc.what === 'report' || adsc.what === 'event' || adsc.what === 'emergency'))
      contract.reports.push({
        id,
        atMs,
        what: adsc.what,
        place: facts.position ?? null,
        altitudeFt: facts.altitude?.ft ?? null,
        words,
        facts,
      });
  }
  return contracts.map(({ lastMs: _lastMs, ...contract }) => ({ ...contract, due: dueOf(contract) }));
}

/** Between reports that are further apart than the contract says. */
function dueOf({ everyS, reports }: AdscContract): number[] {
  if (everyS === null || everyS <= 0) return [];
  const everyMs = everyS * 1000;
  const periodic = reports.filter(({ what }) => what !== 'event');
  const due: number[] = [];
  for (const [at, report] of periodic.entries()) {
    const next = periodic[at + 1];
    if (!next) break;
    for (let ms = report.atMs + everyMs; ms < next.atMs - everyMs / 2 && due.length < maxDue; ms += everyMs)
      due.push(ms);
  }
  return due;
}
