/** Calls of pages: overview, search index, one station, one airport, one aircraft. */
import { get } from '../endpoint.ts';
import { briefing } from '../entities/briefing.ts';
import { findIndex } from '../entities/find.ts';
import { overview as overviewResponse } from '../entities/overview.ts';
import { airportPage, stationPage } from '../entities/places.ts';
import { tailDays, tail as tailResponse } from '../entities/tail.ts';
import { instantParam, integerParam } from '../params.ts';

// ---- The search index of the caller.

export const find = {
  index: get('ADD-findIndex', '/find/index', findIndex, {
    query: { since: instantParam },
    stored: { title: 'Search index' },
    summary: 'Aircraft and stations of the caller for a search on the device. `since`: only aircraft that changed',
  }),
};

// ---- The pages of one station and one airport.

export const places = {
  station: get('ADD-stationPage', '/Stations/{stationId}/page', stationPage, {
    refuses: [404],
    summary: 'One station: status, ranges, aircraft, what it adds to other stations, newest messages',
    stored: { title: 'Station pages', each: 'stations' },
  }),
  airport: get('ADD-airportPage', '/airport/{icao}/page', airportPage, {
    refuses: [404],
    summary: 'One airport: movements and messages of 24 hours that name it, aircraft on the ground and inbound',
    stored: { title: 'Airport pages', each: 'airports' },
  }),
};

// ---- The page of one aircraft.

export const tail = {
  one: get('ADD-tail', '/Tail/{id}', tailResponse, {
    query: { days: integerParam(1, tailDays) },
    stored: { title: 'Aircraft pages', each: 'aircraft' },
    summary:
      'An aircraft by registration or 24-bit address: facts, position, flights, messages in words, faults, stations',
  }),
  briefing: get('ADD-briefing', '/Tail/{id}/Briefing', briefing, {
    stored: { title: 'Briefings', each: 'aircraft' },
    summary: 'Arrival of an aircraft, and what is new since its last stop: faults, open requests, delay',
  }),
};

export const overview = {
  mine: get('ADD-overview', '/Overview', overviewResponse, {
    stored: { title: 'Overview', screen: '/overview' },
    summary: 'Time band, stations and newest messages of the caller, in one response',
  }),
};
