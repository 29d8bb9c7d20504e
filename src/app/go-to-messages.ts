/**
 * Messages in the go-to dialog: the list that answers a typed question, and what the index of this device finds. Pure.
 * Own file: pure: the questions of the dialog.
 */
import type { Audience } from '../../contract/audience.ts';
import { hourMs, minuteMs } from '../../contract/durations.ts';
import type { FindStation } from '../../contract/entities/find.ts';
import type { MeaningKind } from '../../contract/entities/meaning.ts';
import { foldCase } from '../../contract/filters.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { receiverNames } from '../../contract/station-names.ts';
import type { Entry } from '../find/entries.ts';
import {
  type FoundMessage,
  type MessageIndex,
  type MessageQuery,
  readMessage,
  searchMessages,
} from '../find/message-index.ts';
import {
  type AnsweringList,
  blankQuestion,
  listFilters,
  type Question,
  readQuestion,
  tailsOfAirline,
} from '../find/question.ts';
import { cappedCount, counted, formatCount } from '../lib/format.ts';
import { windowLabel } from '../lib/time.ts';
import { faultsPath } from '../objects/object-paths.ts';
import { type Target, type Texts, targetOfList } from './go-to-targets.ts';

/** A question that a list of the audience answers. */
export type Answer = {
  readonly question: Question;
  readonly list: AnsweringList;
  readonly target: { readonly to: string; readonly search: Texts };
  /** Parameters of the list. */
  readonly filters: Texts;
  /** Hours up to now. null = From and To are among the filters. */
  readonly hours: number | null;
};

/** What the list that answers contains. */
export const nounOf = ({ list }: Pick<Answer, 'list'>): string =>
  list === 'faults' ? 'faults' : list === 'adsb' ? 'aircraft' : 'messages';

const usualHours = 24;
/** Of the ledger: its own window. */
const faultHours = 360;

/** null = the text is no such question, or the audience has no list that answers it. */
export function answerOf(
  audience: Audience,
  typed: string,
  groups: readonly (readonly Entry[])[],
  now: number,
): Answer | null {
  const question = readQuestion(typed, groups, now);
  if (!question?.isWhole) return null;
  for (const list of ['adsb', 'faults', 'raw', 'perAircraft'] as const) {
    // Frames are asked for by their squawk: other questions are about messages.
    if (list === 'adsb' && question.squawk === null) continue;
    const answer = answerFrom(audience, question, list);
    if (answer) return answer;
  }
  return null;
}

function answerFrom(audience: Audience, question: Question, list: AnsweringList): Answer | null {
  const filters = listFilters(question, list);
  const to = filters && targetOfList(audience, list);
  if (!filters || !to) return null;
  const usual = list === 'faults' ? faultHours : usualHours;
  const hours = question.when === null ? usual : question.when.hours;
  return { question, list, filters, hours, target: { to, search: { ...filters, ...lastOf(hours) } } };
}
const lastOf = (hours: number | null): Texts => (hours === null ? {} : { last: String(hours) });

/** The shortest text that is offered to the decoder, and the longest search. */
const [shortestMessage, longestSearch] = [20, 100];
/** Rare in searches, usual in messages: several digits, and signs between values. A date has dots, too. */
const digits = /\d/g;
const minDigits = 4;
const hasSigns = (text: string): boolean =>
  /[/*#]/.test(text) ||
  text.split(/\s/).some((word) => {
    const at = word.search(/[.,]/);
    return at >= 0 && /[A-Z]/.test(word.slice(at));
  });

/** True: the typed text is itself a message, such as a pasted one, and no search. */
export function isMessageText(typed: string): boolean {
  const text = typed.trim();
  if (/[\r\n]/.test(text) || text.length > longestSearch) return true;
  const hasValues = (text.match(digits)?.length ?? 0) >= minDigits && hasSigns(text);
  return text.length >= shortestMessage && hasValues && text === text.toUpperCase();
}

/** Shorter texts that the device does not have are not searched on the server. */
const minServerText = 4;

/** Messages that contain the typed text, where neither the text is a question nor the device has such messages. */
export function textAnswer(audience: Audience, typed: string): Answer | null {
  const text = typed.trim();
  return text.length < minServerText ? null : answerFrom(audience, { ...blankQuestion, text }, 'raw');
}

/** `CPDLC messages of KLM, 28 Nov 2026`, with the count as soon as it is known: `38 CPDLC messages ...`. */
export function answerText({ question, list, hours }: Answer, count: string | null): string {
  const { what, who } = question.words;
  const isOne = count === '1';
  const noun = list === 'faults' ? (isOne ? 'fault' : 'faults') : isOne ? 'message' : 'messages';
  const shown =
    list === 'faults' ? what.replace(/(?:^|, )Fault(?=,|$)/, '').replace(/^, /, '') : list === 'adsb' ? 'ADS-B' : what;
  const kind = inSentence(shown);
  const quoted = question.text === null ? '' : ` with “${question.text}”`;
  const text = question.squawk === null ? quoted : ` with squawk ${question.squawk}`;
  const when = question.when?.pill ?? `last ${windowLabel(hours ?? usualHours)}`;
  const named = `${kind === '' ? '' : `${kind} `}${noun}${who === '' ? '' : ` of ${who}`}${text}, ${when}`;
  if (count === null) return named.charAt(0).toUpperCase() + named.slice(1);
  return `${count === '0' ? 'No' : count} ${named}`;
}

/** `Gate times` inside a sentence. Abbreviations stay. */
const inSentence = (words: string): string =>
  words.replace(/(^|, )([A-Z])(?=[a-z])/g, (_, before: string, letter: string) => before + letter.toLowerCase());

/** The same question about a longer time. */
export const within = (answer: Answer, hours: number): Answer => ({
  ...answer,
  hours,
  target: { ...answer.target, search: { ...answer.filters, ...lastOf(hours) } },
});
/** Windows of a question without a time, after its usual one: the first with an answer is shown. */
export const nextHours = ({ question, hours }: Answer): readonly number[] =>
  question.when === null ? textHours.filter((one) => one > (hours ?? 0)) : [];

/** Filters with which a rule about the same begins. null = a rule is about something else. */
export function ruleOfAnswer({ question, list }: Pick<Answer, 'question' | 'list'>): Texts | null {
  const timeless = { ...question, when: null };
  const filters = listFilters(timeless, 'raw') ?? listFilters(timeless, list);
  return filters && Object.keys(filters).length > 0 ? filters : null;
}

// ---- What this device stores

/** A row of the dialog about messages. */
export type MessageRow = {
  readonly key: string;
  /** Its icon. null = not decoded, undefined = several messages. */
  readonly kind?: MeaningKind | null;
  readonly label: string;
  readonly note: string;
  /** Epoch ms. null = `fact` is shown. */
  readonly at: number | null;
  readonly fact: string;
  readonly isPlain?: true;
  readonly open: Target;
};
export type MessageRows = {
  /** Messages of the answer on this device. null = unknown. */
  readonly stored: number | null;
  readonly dialogues: readonly MessageRow[];
  readonly messages: readonly MessageRow[];
};
export const noMessages: MessageRows = { stored: null, dialogues: [], messages: [] };

const maxMessages = 3;
const maxTextMessages = 2;
const maxDialogues = 3;
/** Messages that are grouped as dialogues. */
const maxOfDialogues = 500;
/** Shorter texts are part of too many messages. */
const minTextLength = 3;
/** Windows of a text, the first that contains messages. */
const textHours = [24, 72, 360];

type Device = {
  readonly index: MessageIndex | null;
  readonly groups: readonly (readonly Entry[])[];
  /** Epoch ms of the server. */
  readonly now: number;
};

export function messageRows(audience: Audience, typed: string, answer: Answer | null, device: Device): MessageRows {
  const raw = targetOfList(audience, 'raw');
  if (raw === null || device.index === null) return noMessages;
  const text = typed.trim();
  const asText = text.length < minTextLength ? [] : textRows(raw, text, answer !== null, device);
  if (!answer) return { ...noMessages, messages: asText };
  const { question } = answer;
  if (question.squawk !== null) return { ...noMessages, messages: asText };
  const query = queryOf(question, answer.list === 'faults' ? usualHours : answer.hours, device);
  const isOfDialogues = question.kinds.some((kind) => kind === 'cpdlc' || kind === 'adsc');
  const found = searchMessages(device.index, query, isOfDialogues ? maxOfDialogues : maxMessages);
  const newest = found.newest.slice(0, maxMessages).map((message) => rowOfMessage(raw, message));
  // Faults are answered by the ledger: their messages are a row of their own.
  const ofKind = answer.list === 'faults' ? answerFrom(audience, question, 'raw') : null;
  const kindRow =
    ofKind && found.count > 0
      ? [rowOfCount('kind', countText(ofKind, found.count), found.aircraft, ofKind.target)]
      : [];
  return {
    stored: answer.list === 'faults' ? null : found.count,
    dialogues: isOfDialogues ? dialoguesOf(audience, found.newest) : [],
    messages: [...kindRow, ...newest.slice(0, maxMessages - kindRow.length), ...asText],
  };
}

const countText = (answer: Answer, count: number): string =>
  answerText({ ...answer, hours: answer.question.when ? answer.hours : usualHours }, formatCount(count));

function queryOf(question: Question, hours: number | null, { groups, now }: Device): MessageQuery {
  const days = question.when?.hours === null ? question.when : null;
  return {
    ...question,
    tails: tailsOfAirline(question, groups),
    stations: question.station === null ? null : receiversOf(question.station, groups),
    from: days?.from ?? now - (hours ?? usualHours) * hourMs,
    to: days?.to ?? Number.POSITIVE_INFINITY,
    isInWords: false,
  };
}

function receiversOf(typed: string, groups: readonly (readonly Entry[])[]): ReadonlySet<string> {
  const stations = groups.flat().flatMap(({ kind, item }) => (kind === 'station' ? [item as FindStation] : []));
  return new Set(receiverNames(typed, stations).map(foldCase));
}

/** Messages that contain the typed text, and all of them as a list. */
function textRows(raw: string, text: string, isAnswered: boolean, { index, now }: Device): MessageRow[] {
  if (!index) return [];
  const query = { ...blankQuestion, tails: null, stations: null, text, to: Number.POSITIVE_INFINITY };
  const longest = now - (textHours.at(-1) ?? 0) * hourMs;
  const found = searchMessages(index, { ...query, from: longest, isInWords: !isAnswered }, maxTextMessages);
  if (found.count === 0) return [];
  const sentences = isAnswered ? [] : found.newest.map((message) => rowOfMessage(raw, message));
  for (const hours of textHours) {
    // The list filters texts, not what was read from them.
    const { count, aircraft } = searchMessages(index, { ...query, from: now - hours * hourMs, isInWords: false }, 0);
    if (count === 0) continue;
    const target = { to: raw, search: { text, ...lastOf(hours) } };
    const label = `${counted(count, 'message')} with “${text}”, last ${windowLabel(hours)}`;
    return [...sentences, rowOfCount('text', label, aircraft, target)];
  }
  return sentences;
}

const rowOfCount = (key: string, label: string, aircraft: number, open: Target): MessageRow => ({
  key: `messages ${key}`,
  label,
  note: aircraft === 0 ? '' : `${formatCount(aircraft)} aircraft`,
  at: null,
  fact: 'on this device',
  open,
});

/** Its list shows the messages of the same aircraft, flight and minute. */
function rowOfMessage(raw: string, { tail, flight, words, kind, at }: FoundMessage): MessageRow {
  const from = at - (at % minuteMs);
  const search = {
    ...(tail === '' ? {} : { tail }),
    ...(flight === '' ? {} : { flight }),
    acarsMessageDateTimeMin: writeInstant(from),
    acarsMessageDateTimeMax: writeInstant(from + minuteMs),
  };
  return {
    key: `message ${at} ${tail} ${flight} ${words}`,
    kind,
    label: words === '' ? 'No text' : words,
    note: [tail, flight].filter(Boolean).join(', '),
    at,
    fact: '',
    isPlain: true,
    open: { to: raw, search },
  };
}

/** The aircraft of these messages, newest first. */
function dialoguesOf(audience: Audience, newest: readonly FoundMessage[]): MessageRow[] {
  const found = new Map<string, FoundMessage[]>();
  for (const message of newest)
    if (message.tail !== '') found.set(message.tail, [...(found.get(message.tail) ?? []), message]);
  return [...found].slice(0, maxDialogues).flatMap(([tail, messages]) => {
    const to = targetOfList(audience, 'dialogue', tail);
    if (to === null) return [];
    // Uplinks name no flight.
    const flight = messages.find((message) => message.flight !== '')?.flight ?? '';
    const note = [flight === '' ? '' : tail, counted(messages.length, 'message')].filter(Boolean).join(' · ');
    const { at = 0, kind = null } = messages[0] ?? {};
    return [{ key: `dialogue ${tail}`, kind, label: flight || tail, note, at, fact: '', open: { to } }];
  });
}

/** All messages with a text, as a row. */
export const rowOfText = ({ target, ...answer }: Answer, count: number): MessageRow => ({
  key: 'messages text',
  label: answerText({ ...answer, target }, cappedCount(count)),
  note: '',
  at: null,
  fact: '',
  open: target,
});

/** The newest rows of the page that answers, of the server or stored: up to three different ones. */
export function rowsOfPage(audience: Audience, answer: Answer, rows: readonly object[]): readonly MessageRow[] {
  const found = new Map<string, MessageRow>();
  for (const row of rows) {
    const read = found.size < maxMessages ? rowOfPage(audience, answer, row as ListRow) : null;
    if (read && !found.has(read.key)) found.set(read.key, read);
  }
  return [...found.values()];
}
type ListRow = Readonly<Record<string, unknown>>;

function rowOfPage(audience: Audience, { list, target }: Answer, row: ListRow): MessageRow | null {
  const text = (name: string): string => (typeof row[name] === 'string' ? (row[name] as string) : '');
  const at = parseInstant(text(list === 'faults' ? 'last' : list === 'adsb' ? 'adsbDateTime' : 'acarsDateTime'));
  if (at === null) return null;
  const shown = { at, fact: '', isPlain: true } as const;
  if (list === 'faults') {
    const to = faultsPath(text('tail'));
    const note = [text('tail'), text('chapter') && `ATA ${text('chapter')}`, text('state')].filter(Boolean).join(' · ');
    const key = `fault ${text('tail')} ${text('identity')}`;
    return to === null ? null : { ...shown, key, kind: 'fault', label: text('name'), note, open: { to } };
  }
  if (list === 'adsb') {
    const [icao, squawk, name] = [text('icao'), text('squawk'), text('identification')];
    const open = { to: target.to, search: { ...target.search, icao } };
    return {
      ...shown,
      key: `frames ${icao}`,
      label: name || icao,
      note: `${name ? `${icao} · ` : ''}Squawk ${squawk}`,
      open,
    };
  }
  const raw = targetOfList(audience, 'raw');
  return raw === null ? null : rowOfMessage(raw, readMessage(row, at));
}
