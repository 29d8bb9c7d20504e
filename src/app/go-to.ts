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
import { type MeaningQuery, readMeaningQuery } from '../find/meaning-query.ts';
import type { Recent } from '../find/recent.ts';
import { entryKey, type Known, type Search, search } from '../find/search.ts';
import { formatCount, oneLine } from '../lib/format.ts';
import { type Units, unitsOf } from '../lib/units.ts';
import type { ObjectKind } from '../objects/object-paths.ts';
import type { Watched } from '../objects/watched.ts';
import { type ActionName, actions, keywordsOf, type Screen, screensOf } from './go-to-index.ts';
import {
  type ListRow,
  listRows,
  type Targets,
  targetOfObject,
  targetOfQuery,
  targetsOfEntry,
} from './go-to-targets.ts';
import type { IconName } from './menus.ts';

export type Row = Targets & {
  readonly key: string;
  readonly icon: IconName;
  /** Shown strong. */
  readonly label: string;
  readonly note: string;
  /** Current state, at the end of the row. */
  readonly fact: string;
  /** null = a list of messages, or a result of the server: it is not remembered. */
  readonly entry: Entry | null;
  /** null = it cannot be watched. */
  readonly watchable: Watched | null;
};
/** A question for messages by what they say, understood in full, and the list that answers it. */
export type Answer = MeaningQuery & {
  readonly target: { readonly to: string; readonly search: Readonly<Record<string, string>> };
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
};
export const noSources: Sources = {
  groups: [],
  asOf: null,
  now: 0,
  units: unitsOf('aviation'),
  watched: [],
  recents: [],
  actionNames: [],
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
};
const kindIcons = {
  station: 'station',
  label: 'raw',
  aircraft: 'aircraft',
  flight: 'aircraftMessages',
  airport: 'airports',
} as const;

/** Matches without texts: their ages change every second, the matches do not. */
export type Matches = Search & { readonly lists: readonly Row[]; readonly screens: readonly Entry[] };

export function matchesFor(audience: Audience, typed: string, sources: Omit<Sources, 'now'>): Matches {
  const { screens, actions: offered } = namedEntries(audience, sources.actionNames);
  const found = search([...sources.groups, screens, offered], typed, knownOf(sources));
  const stations = found.entries.flatMap(({ kind, item }) => (kind === 'station' ? [item as FindStation] : []));
  return { ...found, screens, lists: listRows(audience, typed, stations).map(rowOfList) };
}

export function sectionsOf(audience: Audience, typed: string, matches: Matches, sources: Sources): readonly Section[] {
  if (typed.trim() === '') return startSections(audience, sources, matches.screens);
  const answer = answerOf(audience, typed, sources);
  const rows: Row[] = [];
  for (const entry of matches.entries) {
    if (rows.length === maxRows) break;
    const row = rowOf(audience, entry, sources);
    if (row) rows.push(row);
  }
  const laidOut = layOut(rows, matches.counts, matches.lists, answer ? headingHeight + rowHeight : 0);
  return answer ? [{ title: answerTitle, rows: [rowOfAnswer(answer)] }, ...laidOut] : laidOut;
}

/** null = the typed text is no such question, or the audience has no list that answers it. */
export function answerOf(
  audience: Audience,
  typed: string,
  { groups, now }: Pick<Sources, 'groups' | 'now'>,
): Answer | null {
  const query = readMeaningQuery(typed, groups, now);
  const target = query && targetOfQuery(audience, query);
  return target ? { ...query, target } : null;
}
/** The count arrives later, in its place. */
export const withFact = (sections: readonly Section[], fact: string): readonly Section[] =>
  sections.map((section) =>
    section.title === answerTitle ? { ...section, rows: section.rows.map((row) => ({ ...row, fact })) } : section,
  );
const answerTitle = 'Answer';
const rowOfAnswer = ({ label, target }: Answer): Row => ({
  key: 'answer',
  entry: null,
  watchable: null,
  icon: 'raw',
  label,
  note: '',
  fact: '',
  open: target,
});

export const sectionsFor = (audience: Audience, typed: string, sources: Sources): readonly Section[] =>
  sectionsOf(audience, typed, matchesFor(audience, typed, sources), sources);

/** Within the height of the dialog: nothing scrolls before late results arrive. */
function layOut(
  rows: readonly Row[],
  counts: Readonly<Record<EntryKind, number>>,
  lists: readonly Row[],
  takenHeight: number,
): Section[] {
  const reservedHeight = lists.length === 0 ? 0 : headingHeight + rowHeight * Math.min(lists.length, reservedListRows);
  let [left, count] = [listHeight - reservedHeight - takenHeight, takenHeight > 0 ? 1 : 0];
  const groups = new Map<string, Row[]>();
  const add = (title: string, row: Row): boolean => {
    const group = groups.get(title);
    const height = rowHeight + (group ? 0 : headingHeight);
    if (height > left || count + Math.min(lists.length, reservedListRows) >= maxRows) return false;
    left -= height;
    count++;
    if (group) group.push(row);
    else groups.set(title, [row]);
    return true;
  };
  for (const [at, row] of rows.entries()) {
    const kind = row.entry?.kind ?? 'screen';
    if (!add(at === 0 ? 'Best match' : kind, row)) break;
  }
  const shownLists = Math.min(lists.length, maxRows - count, reservedListRows + Math.floor(left / rowHeight));
  const sections = [...groups].map(([title, group]) => ({ title: titleOf(title, group, counts), rows: group }));
  const title = sections.length > 0 ? 'Messages' : 'Nothing found. Search the messages';
  return shownLists > 0 ? [...sections, { title, rows: lists.slice(0, shownLists) }] : sections;
}

function titleOf(title: string, shown: readonly Row[], counts: Readonly<Record<EntryKind, number>>): string {
  if (!Object.hasOwn(kindTitles, title)) return title;
  const kind = title as EntryKind;
  return counts[kind] > shown.length + 1 ? `${kindTitles[kind]}, ${formatCount(counts[kind])} found` : kindTitles[kind];
}

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

type Text = { readonly label: string; readonly note: string; readonly fact: string; readonly icon: IconName };
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
  const { label, note, fact, icon } = textOf(entry, sources);
  const texts = { icon, label: oneLine(label), note: oneLine(note), fact };
  return { ...targets, ...texts, key: entryKey(entry), entry, watchable: watchableOf(entry) };
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

/** Results of the server that are not shown yet: below the others, so that nothing moves. */
export function withLate(
  audience: Audience,
  sections: readonly Section[],
  objects: readonly FoundObject[],
): readonly Section[] {
  const shown = new Set(sections.flatMap(({ rows }) => rows.map(({ label }) => foldCode(label))));
  const rows = objects.flatMap((object): Row[] => {
    const { kind, id, name, hint } = object;
    const open = targetOfObject(audience, object);
    if (!open || shown.has(foldCode(hint))) return [];
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
  return rows.length === 0 ? sections : [...sections, { title: 'From the server', rows, isLate: true }];
}
