/** Added: audit trail, and exports, which browsers create and report (decision 23). */
import * as z from 'zod/mini';
import { list, nothing, post } from '../endpoint.ts';
import { auditEntry } from '../entities/audit.ts';
import { between, contains, equals, filterParams } from '../filters.ts';
import { maxParamLength } from '../params.ts';

const filters = [
  between('at', 'start', 'end'),
  equals('userName'),
  equals('action'),
  equals('subject'),
  contains('name'),
  contains('details'),
  equals('address'),
  equals('company'),
] as const;

export const audit = {
  list: list(
    'ADD-audit',
    '/Audit',
    { rows: 'entries', count: 'entriesCount', entity: auditEntry, filters },
    {
      query: filterParams(filters),
      summary: 'Audit trail, newest first. Users of a company get the exports of its users',
      stored: { title: 'Audit trail', screen: '/audit' },
    },
  ),
  exported: post('ADD-auditExport', '/Audit/Exports', nothing, {
    body: z.object({
      /** Path of the call that lists the rows. */
      list: z.string().check(z.maxLength(200)),
      /** Query parameters of the rows, without paging. */
      query: z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(maxParamLength))),
      format: z.enum(['xlsx', 'csv', 'jsonl']),
      /** Rows in the file. null = the export starts. */
      rows: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    }),
    refuses: [404],
    summary: 'Record an export that the caller starts or has finished',
  }),
  exportTurn: post('ADD-exportTurn', '/Audit/ExportTurn', z.object({ before: z.int() }), {
    body: z.object({
      /** Names the export among those of the session. */
      id: z.string().check(z.minLength(1), z.maxLength(40)),
      /** It leaves the queue. */
      isOver: z.boolean(),
    }),
    summary:
      'Number of exports before this one, which starts at 0. Repeated every few seconds: otherwise its place is lost',
  }),
};
