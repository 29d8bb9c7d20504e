/** The pages of one station and one airport. */
import { get } from '../endpoint.ts';
import * as entity from '../entities/places.ts';

export const places = {
  station: get('ADD-stationPage', '/Stations/{stationId}/page', entity.stationPage, {
    refuses: [404],
    summary: 'One station: status, ranges, aircraft, what it adds to other stations, newest messages',
    stored: { title: 'Station pages', each: 'stations' },
  }),
  airport: get('ADD-airportPage', '/airport/{icao}/page', entity.airportPage, {
    refuses: [404],
    summary: 'One airport: movements and messages of 24 hours that name it, aircraft there and on the way',
    stored: { title: 'Airport pages', each: 'airports' },
  }),
};
