import { expect, test } from 'vitest';
import { api, endpoints } from '../contract/api.ts';
import { storedAs } from '../src/data/offline/device-contents.ts';
import { positionsPart } from '../src/data/offline/records.ts';

/** Served offline from another store. */
const storedElsewhere: Readonly<Record<string, string>> = {
  [api.account.me.id]: 'the session',
  [api.aircraft.byIcao.id]: 'the stored aircraft',
  [api.airport.byId.id]: 'the full copy of the airports',
  [api.airport.large.id]: 'the airports of the last map view, else their full copy',
  [api.airport.largeAndMedium.id]: 'the airports of the last map view, else their full copy',
  [api.map.currentLocation.id]: 'the last positions',
  [api.map.openSky.id]: 'the last positions',
  [api.map.states.id]: 'the last positions',
  [api.map.layers.id]: 'the boot queries in localStorage',
  [api.statistics.feedingPercentage.id]: 'the response of the feeding times',
};

const notStored: Readonly<Record<string, string>> = {
  [api.account.byId.id]: 'A user is changed without a version check, so the form needs the current record.',
  [api.account.usersBySearchString.id]: 'Suggestions while typing.',
  [api.aircraftType.full.id]: 'Suggestions while typing.',
  [api.aircraftType.code.id]: 'Suggestions while typing.',
  [api.account.confirmEmail.id]: 'A link works once.',
  [api.station.activeNumber.id]: 'A count of this moment. STAT-15 shows a dash without a response.',
  [api.map.trail.id]: 'The path of an aircraft that is moving now.',
  [api.map.trails.id]: 'The paths of aircraft that are moving now.',
  [api.map.past.id]: 'A range or replay that is chosen anew. Too large to store for each choice.',
  [api.map.rawTrail.id]: 'No screen shows it.',
  [api.map.heardBy.id]: 'Stations of a message that was just received.',
  [api.map.routes.id]: 'Current flights at an airport.',
  [api.rules.ways.id]: 'Whether a way works depends on the settings of the server, and saving a rule needs the server.',
  [api.imports.current.id]: 'The progress of an import that runs on the server.',
  [api.imports.rejected.id]: 'Belongs to an import on the server.',
  [api.airport.version.id]: 'Checks whether the full copy is current.',
  [api.ingest.counters.id]: 'No screen shows it.',
  [api.acarsMessage.archive.id]: 'The cost of a query of the server.',
  [api.acarsMessage.kinds.id]: 'Stored rows are counted on the device.',
  [api.acarsMessage.kindsCompany.id]: 'Stored rows are counted on the device.',
  [api.acarsMessage.kindsPerAircraft.id]: 'Stored rows are counted on the device.',
  [api.acarsMessage.kindsPerAircraftCompany.id]: 'Stored rows are counted on the device.',
  [api.acarsMessage.linkEvents.id]: 'No screen shows it.',
  [api.reports.mail.id]: 'A switch that needs the server.',
  [api.ways.webhooks.id]: 'Whether a webhook is paused changes on the server at any time.',
  [api.notices.settings.id]: 'Changed without a version check, so the form needs the current record.',
  [api.ways.push.id]: 'What the server can send to this device now.',
  [api.system.health.id]: 'Checks the server.',
  [api.system.live.id]: 'No screen shows it.',
  [api.system.openapi.id]: 'No screen shows it.',
};

test('C119: every stored response has its own title, including positions and undeclared calls', () => {
  const ids = endpoints.filter(({ stored }) => stored).map(({ id }) => id);
  const titles = [...ids, positionsPart, 'map-airports'].map((id) => storedAs(id).title);
  expect(titles.filter((title) => !/^[A-Z]/.test(title) || /API-|ADD-|map-airports/.test(title))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});

test('C119: what /device states of a stored call has known names: the type of a call lets others pass', () => {
  const names = endpoints.flatMap(({ stored }) => Object.keys(stored ?? {}));
  expect([...new Set(names)].sort()).toEqual(['each', 'screen', 'title']);
});

test('OFF-03: each reading call is stored under a title, served from another store, or has a reason', () => {
  const reading = endpoints.filter(({ method }) => method === 'GET').map(({ id }) => id);
  const titled = new Set(endpoints.filter(({ stored }) => stored).map(({ id }) => id));
  const placesOf = (id: string) => [titled.has(id), id in storedElsewhere, id in notStored].filter(Boolean).length;
  expect(reading.filter((id) => placesOf(id) !== 1)).toEqual([]);
  expect([...Object.keys(storedElsewhere), ...Object.keys(notStored)].filter((id) => !reading.includes(id))).toEqual(
    [],
  );
});
