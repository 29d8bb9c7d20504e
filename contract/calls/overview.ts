/** The overview of the caller. */
import { get } from '../endpoint.ts';
import * as entity from '../entities/overview.ts';

export const overview = {
  mine: get('ADD-overview', '/Overview', entity.overview, {
    stored: { title: 'Overview', to: '/overview' },
    summary: 'Time band, stations and newest messages of the caller, in one response',
  }),
};
