/** The page of one aircraft. */
import { get } from '../endpoint.ts';
import * as entity from '../entities/tail.ts';
import { integerParam } from '../params.ts';

export const tail = {
  one: get('ADD-tail', '/Tail/{id}', entity.tail, {
    query: { days: integerParam(1, entity.tailDays) },
    stored: { title: 'Aircraft pages', each: 'aircraft' },
    summary:
      'An aircraft by registration or 24-bit address: facts, position, flights, messages in words, faults, stations',
  }),
};
