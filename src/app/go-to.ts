/**
 * Rows of the go-to dialog: the best match, groups of matches, lists filtered by the typed word, late results of the server. Pure.
 * Own file: pure: rows and their order.
 */
import type { Audience } from '../../contract/audience.ts';
import type { FindStation } from '../../contract/entities/find.ts';
import type { FoundObject } from '../data/find-objects.ts';
import type { ReceivedAircraft } from '../find/aircraft.ts';
import {
  aircraftFact,
  type Entry,
  type EntryKind,
  type Flight,
  type FoundAirport,
  type FoundLabel,
  namedEntry,
  nameOfAircraft,
  restRank,
  stationFact,
} from '../find/entries.ts';
import { foldCode } from '../find/fold.ts';
import { type Help, helps, type Setting, settingsInScreens } from '../find/help.ts';
import type { Recent } from '../find/recent.ts';
import { entryKey, isNamedBy, type Known, type Search, search } from '../find/search.ts';
import { cappedCount, formatCount, oneLine } from '../lib/format.ts';
import { utcMoment } from '../lib/time.ts';
import { type Units, unitsOf } from '../lib/units.ts';
import type { RowKind } from '../objects/KindIcon.tsx';
import type { ObjectKind } from '../objects/object-paths.ts';
import type { Watched } from '../objects/watched.ts';
import { type ActionName, actions, keywordsOf, type Screen, screensOf } from './go-to-index.ts';
import {
  type Answer,
  answerOf,
  answerText,
  isMessageText,
  type MessageRow,
  type MessageRows,
  noMessages,
  ruleOfAnswer,
} from './go-to-messages.ts';
import { type ListRow, listRows, type Targets, targetOfObject, targetsOfEntry } from './go-to-targets.ts';
import type { IconName } from './menus.ts';
import { isOpen, rowOfPath } from './route-guard.ts';

export type Row = Targets & {
  readonly key: string;
  readonly icon: IconName;
  /** In place of the icon: what the message says. */
  readonly kind?: RowKind;
  /** Shown strong, unless it is plain. */
  readonly label: string;
  readonly isPlain?: true;
  readonly note: string;
  /** Current state, at the end of the row. */
  readonly fact: string;
  /** null = a list of messages, or a result of the server: it is not remembered. */
  readonly entry: Entry | null;
  /** null = it cannot be watched. */
  readonly watchable: Watched | null;
};
export type Section = { readonly title: string; readonly rows: readonly Row[]; readonly isLate?: true };

export type Sources = {
  readonly groups: readonly (readonly Entry[])[];
  /** Epoch ms of the server. null = nothing of the server is on the device. */
  readonly asOf: number | null;
  readonly now: number;
  readonly units: Units;
  readonly watched: readonly Watched[];
  readonly recents: readonly Recent[];
  readonly actionNames: readonly ActionName[];
  readonly messages: MessageRows;
};
export const noSources: Sources = {
  groups: [],
  asOf: null,
  now: 0,
  units: unitsOf('aviation'),
  watched: [],
  recents: [],
  actionNames: [],
  messages: noMessages,
};

/** Rows and headings of the fixed dialog, px (GoToDialog.module.css). */
const [listHeight, rowHeight, headingHeight] = [456, 36, 26];
const maxRows = 12;
/** Reserved for lists of messages, where the typed text could be a code. */
const reservedListRows = 2;

const kindTitles: Readonly<Record<EntryKind, string>> = {
  station: 'Stations',
  screen: 'Screens',
  action: 'Actions',
  label: 'Labels',
  aircraft: 'Aircraft',
  flight: 'Flights',
  airport: 'Airports',
  setting: 'Settings',
  help: 'Help',
};
const kindIcons = {
  station: 'station',
  label: 'raw',
  aircraft: 'aircraft',
  flight: 'aircraftMessages',
  airport: 'airports',
} as const;

/** Matches without texts: their ages change every second, the matches do not. */
export type Matches = Search & {
  readonly answer: Answer | null;
  readonly lists: readonly Row[];
  readonly screens: readonly Entry[];
  /** Settings inside screens, and sections of the documents. */
  readonly helps: readonly Entry[];
};

/** What is in a message is no misspelt name. */
export function matchesFor(
  audience: Audience,
  typed: string,
  answer: Answer | null,
  sources: Omit<Sources, 'now'>,
): Matches {
  const { screens, actions: offered } = namedEntries(audience, sources.actionNames);
  const all = [...sources.groups, screens, offered];
  const isUnderstood = answer !== null || sources.messages.messages.length > 0;
  const found = search(all, typed, knownOf(sources), isUnderstood);
  const stations = found.entries.flatMap(({ kind, item }) => (kind === 'station' ? [item as FindStation] : []));
  const lists = listRows(audience, typed, stations).map(rowOfList);
  const entries = [...found.entries, ...airportsOfWeather(answer, sources.groups)];
  return { ...found, entries, answer, screens, lists, helps: search([helpEntries], typed, undefined, true).entries };
}

/** The page of an airport shows its weather. */
function airportsOfWeather(answer: Answer | null, groups: Sources['groups']): readonly Entry[] {
  const { text, kinds } = answer?.question ?? { text: null, kinds: [] };
  if (text === null || !kinds.includes('weather')) return [];
  const airports = groups.map((group) => group.filter(({ kind }) => kind === 'airport'));
  return search(airports, text, undefined, true).entries.slice(0, maxAlso);
}

export function sectionsOf(audience: Audience, typed: string, matches: Matches, sources: Sources): readonly Section[] {
  if (typed.trim() === '') return startSections(audience, sources, matches.screens);
  const { answer } = matches;
  const ofMessages = sources.messages.messages.map(rowOfMessages(sources));
  if (isMessageText(typed) && sources.actionNames.includes('decode'))
    return [
      { title: 'Text of a message', rows: [decodeRow(typed)] },
      ...(ofMessages.length > 0 ? [{ title: 'Messages', rows: ofMessages }] : []),
    ];
  const rows: Row[] = [];
  for (const entry of matches.entries) {
    if (rows.length === maxRows) break;
    const row = rowOf(audience, entry, sources);
    // The answer is the screen, too.
    if (row && !(answer && row.open.to === answer.target.to)) rows.push(row);
  }
  const helpRows = matches.helps.flatMap((entry) => rowOf(audience, entry, sources) ?? []);
  // 'connect dump1090' is no list of receivers.
  const isNamed = ({ label }: Row): boolean => isNamedBy(typed, label);
  const guide = answer || rows.some(isNamed) ? undefined : helpRows.find(isNamed);
  const others = helpRows.filter((row) => row !== guide);
  const around = { before: answerSections(answer, sources), after: alsoSection(audience, answer, others) };
  return layOut(guide ? [guide, ...rows] : rows, matches, ofMessages, around);
}

const decodeRow = (typed: string): Row => ({
  key: 'decode',
  entry: null,
  watchable: null,
  icon: 'decoder',
  label: 'Decode this text',
  note: oneLine(typed.trim()),
  fact: 'Enter',
  open: { action: 'decode' },
});

/** What is known later, in its place: how many, and of which window. */
export function withCount(
  sections: readonly Section[],
  found: { readonly answer: Answer; readonly count: number; readonly isStored: boolean } | null,
): readonly Section[] {
  if (!found) return sections;
  const { answer, count, isStored } = found;
  const note = isStored ? onDevice : '';
  const more = { label: answerText(answer, cappedCount(count)), note, open: answer.target };
  return sections.map((section) =>
    section.title === answerTitle ? { ...section, rows: section.rows.map((row) => ({ ...row, ...more })) } : section,
  );
}
const onDevice = 'on this device';
export const answerTitle = 'Answer';

/** The whole answer, and the dialogues in it. */
function answerSections(answer: Answer | null, sources: Sources): readonly Section[] {
  if (!answer) return [];
  const { dialogues, stored } = sources.messages;
  const icon = ({ faults: 'faults', adsb: 'adsb', raw: 'raw', perAircraft: 'aircraftMessages' } as const)[answer.list];
  const [kind] = answer.question.kinds;
  const row: Row = {
    key: 'answer',
    entry: null,
    watchable: null,
    icon,
    ...(kind === undefined ? {} : { kind }),
    label: answerText(answer, stored ? formatCount(stored) : null),
    note: stored ? onDevice : '',
    fact: 'Enter',
    open: answer.target,
  };
  const rows = dialogues.map(rowOfMessages(sources));
  return [{ title: answerTitle, rows: [row] }, ...(rows.length > 0 ? [{ title: 'Dialogues', rows }] : [])];
}

const rowOfMessages =
  ({ now }: Pick<Sources, 'now'>) =>
  ({ key, kind, label, note, at, fact, isPlain, open }: MessageRow): Row => ({
    key,
    entry: null,
    watchable: null,
    icon: 'raw',
    ...(kind === undefined ? {} : { kind: kind ?? 'notDecoded' }),
    label: oneLine(label),
    ...(isPlain ? { isPlain } : {}),
    note: oneLine(note),
    fact: at === null ? fact : utcMoment(at, now),
    open,
  });

/** Beside objects and messages. */
const maxAlso = 2;

function alsoSection(audience: Audience, answer: Answer | null, helpRows: readonly Row[]): readonly Row[] {
  const rule = answer && isOpen('/rules/new', audience) ? ruleOfAnswer(answer) : null;
  const ruleRow: Row | null = rule && {
    key: 'rule',
    entry: null,
    watchable: null,
    icon: 'rules',
    label: 'Create a rule from this search',
    isPlain: true,
    note: '',
    fact: 'rule',
    open: { to: '/rules/new', search: rule },
  };
  return [...(ruleRow ? [ruleRow] : []), ...helpRows.map((row) => ({ ...row, isPlain: true as const }))];
}

export const sectionsFor = (audience: Audience, typed: string, sources: Sources): readonly Section[] =>
  sectionsOf(
    audience,
    typed,
    matchesFor(audience, typed, answerOf(audience, typed, sources.groups, sources.now), sources),
    sources,
  );

/** Within the height of the dialog: nothing scrolls before late results arrive. */
function layOut(
  rows: readonly Row[],
  { counts, lists, answer }: Pick<Matches, 'counts' | 'lists' | 'answer'>,
  messages: readonly Row[],
  { before, after }: { readonly before: readonly Section[]; readonly after: readonly Row[] },
): Section[] {
  const sizeOf = (count: number): number => (count === 0 ? 0 : headingHeight + rowHeight * count);
  const reservedLists = Math.min(lists.length, Math.max(0, reservedListRows - messages.length));
  const reservedAfter = Math.min(after.length, rows.length + messages.length === 0 ? maxRows : maxAlso);
  const heights = before.map(({ title, rows: of }) => sizeOf(of.length) - (title === answerTitle ? headingHeight : 0));
  const reserved = heights.reduce((sum, height) => sum + height, sizeOf(reservedAfter));
  let left = listHeight - reserved - sizeOf(messages.length + reservedLists);
  let count = before.reduce(
    (sum, section) => sum + section.rows.length,
    reservedAfter + messages.length + reservedLists,
  );
  const groups = new Map<string, Row[]>();
  const add = (title: string, row: Row): boolean => {
    const group = groups.get(title);
    const height = rowHeight + (group ? 0 : headingHeight);
    if (height > left || count >= maxRows) return false;
    left -= height;
    count++;
    if (group) group.push(row);
    else groups.set(title, [row]);
    return true;
  };
  for (const [at, row] of rows.entries()) {
    const kind = row.entry?.kind ?? 'screen';
    if (!add(at === 0 && answer === null ? 'Best match' : kind, row)) break;
  }
  const moreLists = Math.max(0, Math.min(lists.length - reservedLists, maxRows - count, Math.floor(left / rowHeight)));
  const shownLists = lists.slice(0, reservedLists + (answer ? 0 : moreLists));
  const objects = [...groups].map(([title, group]) => ({ title: titleOf(title, group, counts), rows: group }));
  const isNone = before.length + objects.length + messages.length === 0 && after.length === 0;
  const title = isNone ? 'Nothing found. Search the messages' : 'Messages';
  const ofMessages = { title, rows: [...messages, ...(answer ? [] : shownLists)] };
  const also = { title: 'Settings and help', rows: after.slice(0, reservedAfter) };
  // Messages answer a question. The name of a thing is the thing first.
  const middle = answer ? [ofMessages, ...objects] : [...objects, ofMessages];
  return [...before, ...middle, also].filter((section) => section.rows.length > 0);
}

function titleOf(title: string, shown: readonly Row[], counts: Readonly<Record<EntryKind, number>>): string {
  if (!Object.hasOwn(kindTitles, title)) return title;
  const kind = title as EntryKind;
  return counts[kind] > shown.length + 1 ? `${kindTitles[kind]}, ${formatCount(counts[kind])} found` : kindTitles[kind];
}

const helpEntries: readonly Entry[] = [
  ...settingsInScreens.map((one) => namedEntry('setting', one.title, one.title, `${one.keywords} settings`, one)),
  ...helps.map((one) => namedEntry('help', one.at, one.title, `${one.page} ${one.keywords} help`, one)),
];

function namedEntries(audience: Audience, actionNames: readonly ActionName[]) {
  return {
    screens: screensOf(audience).map((screen) =>
      namedEntry('screen', screen.to, screen.label, `${screen.note} ${keywordsOf(screen.to)}`, screen),
    ),
    actions: actions
      .filter(({ action }) => actionNames.includes(action))
      .map(({ action, label, keywords }) => namedEntry('action', action, label, keywords, action)),
  };
}

// ---- without a typed text

const entryKinds = { tail: 'aircraft', station: 'station', airport: 'airport' } as const;
const entryOfWatched = ({ kind, id }: Watched): Recent => ({ kind: entryKinds[kind], id });
const watchKinds: Partial<Record<EntryKind, ObjectKind>> = { aircraft: 'tail', station: 'station', airport: 'airport' };
function watchableOf({ kind, id }: Entry): Watched | null {
  const watchKind = watchKinds[kind];
  return watchKind ? { kind: watchKind, id } : null;
}

function knownOf({ watched, recents }: Pick<Sources, 'watched' | 'recents'>): Known {
  return {
    watched: new Set(watched.map((one) => entryKey(entryOfWatched(one)))),
    recent: new Set(recents.map(entryKey)),
  };
}

/** Watched ones that are not on the device have their name alone. */
function startSections(audience: Audience, sources: Sources, screens: readonly Entry[]): readonly Section[] {
  const watched = sources.watched.map(entryOfWatched);
  const isWatched = new Set(watched.map(entryKey));
  const recent = sources.recents.filter((one) => !isWatched.has(entryKey(one)));
  const listedKeys = new Set([...watched, ...recent].map(entryKey));
  const found = new Map<string, Entry>();
  for (const group of listedKeys.size > 0 ? [...sources.groups, screens] : [])
    for (const entry of group) {
      const key = entryKey(entry);
      if (listedKeys.has(key)) found.set(key, entry);
    }
  const rowsOf = (things: readonly Recent[]): Row[] =>
    things.flatMap((thing) => {
      const entry = found.get(entryKey(thing)) ?? unknownEntry(thing);
      return (entry && rowOf(audience, entry, sources)) ?? [];
    });
  return [
    { title: 'Watched', rows: rowsOf(watched) },
    { title: 'Recent', rows: rowsOf(recent) },
    { title: 'Screens', rows: screens.flatMap((entry) => rowOf(audience, entry, sources) ?? []) },
  ].filter(({ rows }) => rows.length > 0);
}

function unknownEntry({ kind, id }: Recent): Entry | null {
  const blank = { codes: '', words: '', isNamed: false, live: restRank } as const;
  const aircraft = { tail: id, address: '', flight: '', type: '', airline: '', lastMs: 0, isToday: false, air: null };
  if (kind === 'aircraft') return { ...blank, kind, id, item: aircraft };
  if (kind === 'flight') return { ...blank, kind, id, item: { flight: id, aircraft: { ...aircraft, tail: '' } } };
  if (kind === 'station')
    return { ...blank, kind, id, item: { stationId: id, receivers: [], city: null, state: null, lastMessageAt: null } };
  return null;
}

// ---- one row

type Text = Pick<Row, 'label' | 'note' | 'fact' | 'icon' | 'kind'>;
const textsOf = (...texts: readonly (string | null)[]): string => oneLine(texts.filter(Boolean).join(', '));

function textOf({ kind, item }: Entry, { now, asOf, units }: Sources): Text {
  switch (kind) {
    case 'aircraft': {
      const aircraft = item as ReceivedAircraft;
      const note = [aircraft.flight, textsOf(aircraft.type, aircraft.airline)].filter(Boolean).join(' · ');
      return {
        label: nameOfAircraft(aircraft),
        note,
        fact: aircraftFact(aircraft, now, units),
        icon: kindIcons.aircraft,
      };
    }
    case 'flight': {
      const { flight, aircraft } = item as Flight;
      const note = textsOf(nameOfAircraft(aircraft), aircraft.airline);
      return { label: flight, note, fact: aircraftFact(aircraft, now, units), icon: kindIcons.flight };
    }
    case 'station': {
      const station = item as FindStation;
      const fact = stationFact(station, Math.min(asOf ?? now, now));
      return { label: station.stationId, note: station.city ?? '', fact, icon: kindIcons.station };
    }
    case 'airport': {
      const { icao, iata, name, city } = item as FoundAirport;
      return {
        label: icao || iata || name,
        note: textsOf(name, city),
        fact: icao === '' ? '' : iata,
        icon: kindIcons.airport,
      };
    }
    case 'label': {
      const { label, meaning } = item as FoundLabel;
      return { label, note: meaning, fact: 'label', icon: kindIcons.label };
    }
    case 'screen': {
      const { label, note, icon } = item as Screen;
      return { label, note, fact: '', icon };
    }
    case 'setting': {
      const { title, to } = item as Setting;
      return { label: title, note: rowOfPath(to)?.title ?? '', fact: 'setting', icon: 'administrator' };
    }
    // A question mark in a circle, too.
    case 'help': {
      const { title, page } = item as Help;
      return { label: title, note: page === title ? '' : page, fact: 'help', icon: 'keys', kind: 'notDecoded' };
    }
    case 'action': {
      const action = actions.find((one) => one.action === item);
      return { label: action?.label ?? '', note: '', fact: 'action', icon: action?.icon ?? 'keys' };
    }
  }
}

/** null = the audience may not open it. */
function rowOf(audience: Audience, entry: Entry, sources: Sources): Row | null {
  const targets = targetsOfEntry(audience, entry);
  if (!targets) return null;
  const text = textOf(entry, sources);
  const texts = { label: oneLine(text.label), note: oneLine(text.note) };
  return { ...targets, ...text, ...texts, key: entryKey(entry), entry, watchable: watchableOf(entry) };
}

const rowOfList = ({ label, note, icon, open }: ListRow): Row => ({
  key: `list ${label}`,
  entry: null,
  watchable: null,
  icon,
  label,
  note,
  fact: '',
  open,
});

const objectIcons = { airport: 'airports', aircraft: 'aircraft', airline: 'airlines', user: 'administrator' } as const;
const objectNames = { airport: 'Airport', aircraft: 'Aircraft', airline: 'Airline', user: 'User' } as const;

/** What arrives later, below the others, so that nothing moves: rows of the answering list that are not shown yet, and objects of the server. */
export function withLate(
  audience: Audience,
  sections: readonly Section[],
  late: { readonly objects: readonly FoundObject[]; readonly newest: readonly MessageRow[]; readonly noun: string },
  now: number,
): readonly Section[] {
  const shown = sections.flatMap(({ rows }) => rows);
  const labels = new Set(shown.map(({ label }) => foldCode(label)));
  const keys = new Set(shown.map(({ key }) => key));
  const newest = late.newest.filter(({ key }) => !keys.has(key)).map(rowOfMessages({ now }));
  const objects = late.objects.flatMap((object): Row[] => {
    const { kind, id, name, hint } = object;
    const open = targetOfObject(audience, object);
    if (!open || labels.has(foldCode(hint))) return [];
    const label = oneLine(hint === '' ? name : hint);
    const note = hint === '' ? '' : oneLine(name);
    return [
      {
        key: `server ${kind} ${id}`,
        entry: null,
        watchable: null,
        icon: objectIcons[kind],
        label,
        note,
        fact: objectNames[kind],
        open,
      },
    ];
  });
  const more = [
    { title: `Newest ${late.noun}`, rows: newest, isLate: true },
    { title: 'From the server', rows: objects, isLate: true },
  ] as const;
  const filled = more.filter(({ rows }) => rows.length > 0);
  return filled.length === 0 ? sections : [...sections, ...filled];
}
