import { beforeAll, describe, expect, test } from 'vitest';
import type { Audience } from '../../contract/audience.ts';
import type { FindStation } from '../../contract/entities/find.ts';
import { labelMeanings } from '../../decoder/label-meanings.ts';
import { docsFiles } from '../../tools/docs.mjs';
import { aircraftOf } from '../find/aircraft.ts';
import { aircraftEntries, airportEntries, labelEntries, stationEntries } from '../find/entries.ts';
import { otherCodes } from '../find/fold.ts';
import { helps } from '../find/help.ts';
import { airportNamed, emptyIndex, indexWith, manyAircraft } from '../find/index-for-file.ts';
import { indexOf } from '../find/message-index.ts';
import { atOnce } from '../lib/in-pieces.ts';
import { ensureTemporal } from '../lib/time.ts';
import { objectPages } from '../objects/object-paths.ts';
import { noSources, type Row, type Section, type Sources, sectionsFor, withCount, withLate } from './go-to.ts';
import { actions, screensOf } from './go-to-index.ts';
import { answerOf, answerText, messageRows, nextHours, within } from './go-to-messages.ts';
import { readWords } from './go-to-targets.ts';
import { isOpen } from './route-guard.ts';
import { routeTable } from './route-table.ts';

beforeAll(ensureTemporal);
const audiences = ['admin', 'parser', 'customer', 'companyUser'] as const;
const now = Date.parse(emptyIndex.asOf);
const station = (stationId: string, more: Partial<FindStation> = {}): FindStation => ({
  stationId,
  receivers: [stationId],
  city: null,
  state: 'feeding',
  lastMessageAt: null,
  ...more,
});
const index = indexWith(
  [
    { tail: 'YR-BGX', address: '4A08E8', flight: 'RO0731', airline: 'TAROM', type: 'Boeing 737-800', ago: 56 },
    { tail: 'YR-AGS', address: '4A0001', flight: 'RO0584', airline: 'TAROM', type: 'ATR 72-600', ago: 1 },
  ],
  { inAir: [{ address: '4A0001', callsign: null, altitudeFt: 19_000, seenS: now / 1000 - 3 }] },
);
const sources: Sources = {
  ...noSources,
  now,
  asOf: now,
  actionNames: actions.map(({ action }) => action),
  groups: [
    stationEntries([
      station('1001', { receivers: ['1001', 'cluj-vdl', 'cluj-acars'] }),
      station('10010', { state: null }),
      station('1016', { city: 'Copenhagen', state: 'silent', lastMessageAt: '2026-11-22T14:10:00Z' }),
    ]),
    atOnce(aircraftEntries(aircraftOf(index, now), otherCodes(index.codes))),
    labelEntries(labelMeanings),
    atOnce(
      airportEntries([
        airportNamed('LROP', 'Henri Coandă', {
          airportId: 6540,
          iata: 'OTP',
          city: 'Bucharest',
          lat: 44.57,
          lon: 26.09,
        }),
      ]),
    ),
  ],
};
const rowsOf = (sections: readonly Section[]): readonly Row[] => sections.flatMap(({ rows }) => rows);
const find = (audience: Audience, typed: string, more: Partial<Sources> = {}): readonly Row[] =>
  rowsOf(sectionsFor(audience, typed, { ...sources, ...more }));
const first = (audience: Audience, typed: string): Row | undefined => find(audience, typed)[0];
const opened = (rows: readonly Row[]) =>
  rows.map(({ open }) => (open.to === undefined ? open : [open.to, open.search]));

describe('screens and actions', () => {
  test('each audience gets its own screens only (NAV-01)', () => {
    for (const audience of audiences)
      for (const typed of ['', 'a', '1001', 'yr-', 'LROP', 'h1']) {
        const rows = find(audience, typed);
        expect(rows.length, `${audience} ${typed}`).toBeGreaterThan(0);
        const paths = rows.flatMap(({ open, messages, onMap }) => [open, messages, onMap].map((target) => target?.to));
        expect(paths.filter((to) => to !== undefined && !isOpen(to, audience))).toEqual([]);
      }
  });

  test('every screen of an audience without a parameter in its path is found by its title', () => {
    for (const audience of audiences)
      for (const { path, title, audiences: open } of Object.values(routeTable)) {
        const isScreen = (open as readonly string[]).includes(audience) && !path.includes('$');
        if (!isScreen || ['/auth', '/auth2', '/confirmemail', '/resetPassword'].includes(path)) continue;
        expect(
          find(audience, title).map((row) => row.open.to),
          `${audience}: ${title}`,
        ).toContain(path);
      }
  });

  test('a screen in more than one menu is listed once', () => {
    for (const audience of audiences) {
      const paths = screensOf(audience).map(({ to }) => to);
      expect(paths).toContain('/overview');
      expect(paths, audience).toEqual([...new Set(paths)]);
    }
  });

  test.each([
    ['decode', 'parser', '/decoding'],
    ['DECOD', 'parser', '/parser'],
    ['bid', 'admin', '/overall-bid-details'],
    ['add user', 'admin', '/addUser'],
    ['user add', 'admin', '/addUser'],
    ['new station', 'admin', '/addStation'],
    ['sign out', 'customer', '/logout'],
    ['log out', 'customer', '/logout'],
  ] as const)('%s finds the screen of a %s at %s', (typed, audience, path) => {
    expect(find(audience, typed).map(({ open }) => open.to)).toContain(path);
  });

  test('actions are found by their words, if the device offers them', () => {
    for (const typed of ['dark', 'dark mode', 'night colors'])
      expect(first('customer', typed)?.open, typed).toEqual({ action: 'dark' });
    expect(first('admin', 'full screen')?.open).toEqual({ action: 'fullScreen' });
    expect(first('admin', 'export')?.open).toEqual({ action: 'export' });
    expect(opened(find('customer', 'install', { actionNames: ['dark'] }))).not.toContainEqual({ action: 'install' });
    expect(first('admin', 'air')).toMatchObject({ label: 'Airports' });
    for (const typed of ['my station', 'stations', 'silent'])
      expect(first('customer', typed), typed).toMatchObject({ label: 'Station status' });
  });
});

describe('things', () => {
  test('an aircraft has its flight, type and airline, its state, its messages and the map', () => {
    expect(first('parser', 'yrags')).toMatchObject({
      label: 'YR-AGS',
      note: 'RO0584 · ATR 72-600, TAROM',
      fact: 'FL190, 3\u00a0s ago',
      open: objectPages.tail.call ? { to: '/tail/YR-AGS' } : { to: '/akrxAll', search: { tail: 'YR-AGS' } },
      messages: { to: '/akrxAll', search: { tail: 'YR-AGS' } },
      onMap: { to: '/openstreetMap', search: { icao: '4A0001' } },
    });
    expect(first('customer', 'yrbgx')).toMatchObject({
      fact: 'last received 16:22Z',
      onMap: { to: '/openstreetMapCompany' },
    });
    expect(first('companyUser', 'yrbgx')?.onMap).toBeUndefined();
    expect(first('parser', 'ro731')).toMatchObject({
      label: 'RO0731',
      open: { to: '/akrxAll', search: { flight: 'RO0731' } },
    });
  });

  test('a station has its city and its state; without the right to its status it leads to its messages', () => {
    expect(first('admin', '1016')).toMatchObject({
      label: '1016',
      note: 'Copenhagen',
      fact: 'silent 3\u00a0h',
      open: { to: '/station/1016' },
      messages: { to: '/akrxAll', search: { stationId: '1016' } },
    });
    expect(first('customer', '10010')).toMatchObject({
      fact: '',
      open: { to: '/akrx', search: { stationId: '10010' } },
    });
  });

  test('airports and labels lead to their list', () => {
    expect(first('parser', 'otp')).toMatchObject({
      label: 'LROP',
      note: 'Henri Coandă, Bucharest',
      fact: 'OTP',
      open: { to: '/airport/LROP' },
      onMap: { to: '/openstreetMap', search: { z: '8', lat: '44.57', lon: '26.09', airport: 'LROP' } },
    });
    expect(first('parser', 'h1')?.open).toEqual({ to: '/akrxAll', search: { label: 'H1' } });
    expect(find('companyUser', 'otp').filter(({ entry }) => entry?.kind === 'airport')).toEqual([]);
  });

  test('C118: lists of messages follow for the station, and for a receiver by its name', () => {
    const labels = (typed: string): string[] => find('admin', typed).map(({ label }) => label);
    for (const typed of ['1001', 'station 1001', 'Station  1001'])
      expect(labels(typed), typed).toEqual(
        expect.arrayContaining(['Messages for station 1001', 'ADS-B messages for station 1001']),
      );
    expect(
      find('customer', 'receiver cluj-v').find(({ label }) => label === 'Messages for receiver cluj-vdl')?.open,
    ).toEqual({
      to: '/akrx',
      search: { stationId: 'cluj-vdl' },
    });
  });

  test('an unknown word leads to the list of messages: digits to a station first, others to a tail', () => {
    expect(opened(find('parser', 'n163us'))).toEqual([
      ['/akrxAll', { tail: 'N163US' }],
      ['/akrxAll', { flight: 'N163US' }],
      ['/akrxAll', { stationId: 'n163us' }],
    ]);
    expect(opened(find('customer', '1042'))[0]).toEqual(['/akrx', { stationId: '1042' }]);
    expect(opened(find('customer', 'station 1042'))).toEqual([['/akrx', { stationId: '1042' }]]);
    expect(opened(find('customer', 'flight ro1'))).toEqual([['/akrx', { flight: 'RO1' }]]);
    expect(find('parser', 'no such thing')).toEqual([]);
  });

  test('readWords takes the kind from the first word only', () => {
    expect(readWords('station 1001')).toEqual({ kind: 'station', word: '1001' });
    expect(readWords('station')).toEqual({ kind: null, word: 'station' });
    expect(readWords('1001 station')).toEqual({ kind: null, word: '1001 station' });
  });
});

describe('groups', () => {
  test('the best match is alone on top, groups follow with their number, at most 12 rows in 456 px', () => {
    const many = manyAircraft(300);
    const groups = [...sources.groups, atOnce(aircraftEntries(aircraftOf(many, now), otherCodes([])))];
    for (const typed of ['yr-', 'a', 'ro', 'tarom', 'airport', '1']) {
      const sections = sectionsFor('admin', typed, { ...sources, groups });
      expect(sections[0], typed).toMatchObject({ title: 'Best match', rows: { length: 1 } });
      const rows = rowsOf(sections);
      expect(rows.length * 36 + sections.length * 26, typed).toBeLessThanOrEqual(456);
      expect(rows.length, typed).toBeLessThanOrEqual(12);
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    }
    const titles = sectionsFor('admin', 'yr-', { ...sources, groups }).map(({ title }) => title);
    expect(titles).toEqual(['Best match', 'Aircraft, 40 found', 'Messages']);
    const none = sectionsFor('admin', 'zzqqxx', sources).map(({ title }) => title);
    expect(none).toEqual(['Nothing found. Search the messages']);
  });

  test('without a text: watched ones, recent ones that are not watched, screens', () => {
    const sections = sectionsFor('admin', ' ', {
      ...sources,
      watched: [
        { kind: 'tail', id: 'YR-BGX' },
        { kind: 'station', id: '9999' },
        { kind: 'airport', id: 'LROP' },
      ],
      recents: [
        { kind: 'aircraft', id: 'YR-BGX' },
        { kind: 'screen', id: '/device' },
        { kind: 'flight', id: 'LH1' },
        { kind: 'airport', id: 'GONE' },
      ],
    });
    expect(sections.map(({ title, rows }) => [title, rows.slice(0, 4).map(({ label }) => label)])).toEqual([
      ['Watched', ['YR-BGX', '9999', 'LROP']],
      ['Recent', ['Stored on this device', 'LH1']],
      ['Screens', expect.arrayContaining(['ACARS raw'])],
    ]);
    expect(sections[0]?.rows[0]?.fact).toBe('last received 16:22Z');
  });

  test('results of the server are last, without those shown', () => {
    const sections = sectionsFor('parser', 'yr-', sources);
    const objects = [
      { kind: 'aircraft', id: '1', name: 'ATR 72', hint: 'YRAGS' },
      { kind: 'aircraft', id: '2', name: 'ATR 42', hint: 'YR-ATB' },
      { kind: 'user', id: 'u', name: 'A person', hint: 'yr-user' },
    ] as const;
    const late = withLate('parser', sections, { objects, newest: [], noun: '' }, now);
    expect(late.slice(0, -1)).toEqual(sections);
    expect(late.at(-1)).toMatchObject({ title: 'From the server', isLate: true });
    expect(late.at(-1)?.rows.map(({ label, open }) => [label, open.to])).toEqual([
      ['YR-ATB', objectPages.tail.call ? '/tail/YR-ATB' : '/flights/2'],
    ]);
    expect(withLate('parser', sections, { objects: [], newest: [], noun: '' }, now)).toBe(sections);
  });
});

describe('questions', () => {
  const cpdlc = { level: 'full', kind: 'cpdlc' } as const;
  const rows = [
    { ago: 1, tail: 'YR-AGS', flight: 'RO584', text: 'X', meaning: { ...cpdlc, words: 'WILCO' } },
    { ago: 2, tail: 'YR-AGS', text: 'X', meaning: { ...cpdlc, words: 'Climb to FL390' } },
    { ago: 3, tail: 'YR-BGX', flight: 'RO731', text: 'NAV FAULT LIGHT', meaning: null },
    { ago: 4, tail: 'YR-BGX', text: 'X', meaning: { level: 'full', kind: 'fault', words: 'PACK 1' } },
    { ago: 4, tail: 'OE-LZQ', text: 'X', meaning: { ...cpdlc, words: 'Unable' } },
  ].map(({ ago, ...row }) => ({ ...row, acarsDateTime: new Date(now - ago * 3_600_000).toISOString() }));
  const messages = atOnce(indexOf(rows));
  const ask = (audience: Audience, typed: string): readonly Section[] => {
    const answer = answerOf(audience, typed, sources.groups, now);
    const found = messageRows(audience, typed, answer, { index: messages, groups: sources.groups, now });
    return sectionsFor(audience, typed, { ...sources, messages: found });
  };
  const texts = (sections: readonly Section[]) =>
    sections.map(({ title, rows: of }) => [title, of.map(({ label }) => label)]);

  test('the first row is the whole answer with its count, then dialogues, messages, and a rule', () => {
    const sections = ask('admin', 'cpdlc tarom today');
    expect(texts(sections)).toEqual([
      ['Answer', ['2 CPDLC messages of TAROM, 22 Nov 2026']],
      ['Dialogues', ['RO584']],
      ['Messages', ['WILCO', 'Climb to FL390']],
      ['Settings and help', ['Create a rule from this search']],
    ]);
    const times = { acarsMessageDateTimeMin: '2026-11-22T00:00:00Z', acarsMessageDateTimeMax: '2026-11-22T23:59:59Z' };
    expect(opened(rowsOf(sections))).toEqual([
      ['/acarsWithExtData', { kind: 'cpdlc', airlineName: 'tarom', ...times }],
      ['/tail/YR-AGS/dialogue', undefined],
      ['/akrxAll', expect.objectContaining({ tail: 'YR-AGS', flight: 'RO584' })],
      ['/akrxAll', expect.objectContaining({ tail: 'YR-AGS' })],
      ['/rules/new', { kind: 'cpdlc', airlineName: 'tarom' }],
    ]);
  });

  test('faults are those of the ledger where the audience has it, never an airport with a similar name', () => {
    const sault = atOnce(airportEntries([airportNamed('CYAM', 'Sault Ste Marie')]));
    const answer = answerOf('admin', 'fault', [sault], now);
    expect(answer?.target).toEqual({ to: '/faults', search: { last: '360' } });
    expect(answerOf('customer', 'fault', [sault], now)?.target).toEqual({
      to: '/akrx',
      search: { kind: 'fault', last: '24' },
    });
    expect(texts(ask('admin', 'fault')).slice(0, 2)).toEqual([
      ['Answer', ['Faults, last 15\u00a0d']],
      ['Messages', ['1 fault message, last 24\u00a0h', 'PACK 1', '1 message with “fault”, last 24\u00a0h']],
    ]);
    expect(JSON.stringify(sectionsFor('customer', 'fault', { ...sources, groups: [sault] }))).not.toContain('CYAM');
  });

  test('weather of an airport also offers its page, which shows its weather', () => {
    for (const typed of ['weather LROP', 'metar otp', 'weather at Bucharest now'])
      expect(
        find('parser', typed).map(({ open }) => open.to),
        typed,
      ).toContain('/airport/LROP');
    expect(find('parser', 'cpdlc LROP').map(({ open }) => open.to)).not.toContain('/airport/LROP');
  });

  test('a screen whose name begins with a typed word is first', () => {
    for (const typed of ['is my station feeding', 'station silent'])
      expect(first('parser', typed)?.open.to, typed).toBe('/stationStatus');
    expect(first('admin', 'add receiver')?.open.to).toBe('/addReceiver');
  });

  test('a squawk is answered by frames, weather of an airport by its text, an unknown text by the messages that contain it', () => {
    expect(answerOf('admin', '7700', sources.groups, now)?.target).toEqual({
      to: '/adsb',
      search: { squawk: '7700', last: '24' },
    });
    expect(answerOf('parser', 'weather LROP', sources.groups, now)?.target).toEqual({
      to: '/akrxAll',
      search: { kind: 'weather', text: 'LROP', last: '24' },
    });
    expect(texts(ask('parser', 'nav fault li'))).toEqual([
      ['Messages', ['NAV FAULT LIGHT', '1 message with “nav fault li”, last 24\u00a0h']],
    ]);
  });

  test('the text of a message is offered to the decoder, whole; a search is not', () => {
    const squitter = '02XAOTPKOTP04434N02605EV136975/';
    for (const typed of [
      squitter,
      ` ${squitter} `,
      'POSN49277E000086,MUSIG-181136,360,ROVEM,182000,VEXAP,M56,316075,049',
      '/14 OFF EVENT    / KCMH KSFO 12 044401/TIME 0444',
      'RAIN\nAT GATE',
    ])
      expect(first('customer', typed), typed).toMatchObject({ label: 'Decode this text', open: { action: 'decode' } });
    for (const typed of [
      'cpdlc klm yesterday',
      'CPDLC OE-LZQ 15 D',
      'ALL ENGINE FAULTS OF OE-LZQ, LAST 3 D',
      'weather LROP 2026-11-22 to 2026-11-23',
      'FAULTS OE-LZQ 22.11.2026',
      'how do I connect readsb?',
    ])
      expect(
        find('admin', typed).map(({ label }) => label),
        typed,
      ).not.toContain('Decode this text');
    expect(JSON.stringify(find('customer', squitter, { actionNames: ['dark'] }))).not.toContain('decode');
    expect(first('admin', 'decode a text')?.open).toEqual({ action: 'decode' });
  });

  test('the answer waits for its count in its place, and the window may be a longer one', () => {
    const answer = answerOf('admin', 'weather', sources.groups, now);
    if (!answer) throw new Error('no answer');
    expect(nextHours(answer)).toEqual([72, 360]);
    const longer = within(answer, 72);
    const sections = withCount(ask('admin', 'weather'), { answer: longer, count: 12, isStored: false });
    expect(sections[0]?.rows[0]).toMatchObject({
      label: '12 weather messages, last 3\u00a0d',
      open: { search: { last: '72' } },
    });
    expect(answerText(answer, '0')).toBe('No weather messages, last 24\u00a0h');
  });

  test('sections of the documents are found by a question; all of them exist, and every page is found', () => {
    for (const typed of ['how do I connect readsb', 'connect readsb'])
      expect(opened(find('customer', typed))[0], typed).toEqual({
        document: '/docs/receivers#ads-b-from-readsb-or-dump1090',
      });
    // Where it is set up in the app, that is first.
    expect(opened(find('admin', 'connect dump1090')).slice(0, 2)).toEqual([
      ['/addReceiver', { kind: 'beast' }],
      ['/receivers', undefined],
    ]);
    expect(first('admin', 'add receiver')?.open).toEqual({ to: '/addReceiver' });
    expect(first('customer', 'quiet hours')).toMatchObject({ open: { to: '/device' }, fact: 'setting' });
    const files = docsFiles('', (file) => file);
    for (const { at, title } of helps) {
      const [page, heading] = at.split('#');
      expect(files[`docs/${page}.html`], title).toContain(heading === undefined ? '<main' : `id="${heading}"`);
    }
    const named = new Set(helps.map(({ at }) => `docs/${at.split('#')[0]}.html`));
    expect(Object.keys(files).filter((file) => /^docs\/.*html$/.test(file) && !named.has(file))).toEqual([]);
  });
});
