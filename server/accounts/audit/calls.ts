import { type Api, api, endpoints } from '../../../contract/api.ts';
import { permissionFor } from '../../../contract/audience.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import { clock } from '../../base/clock.ts';
import { HttpError, noPermission } from '../../http/api-error.ts';
import type { Context } from '../../http/guard.ts';
import { callerOf } from '../../http/guard.ts';
import { listResponse } from '../../http/response.ts';
import { auditRows, record } from './audit.ts';
import { type BulkReads, filterText } from './bulk-reads.ts';
import { ExportQueue } from './export-queue.ts';

/** More than any list has. */
const maxParams = 100;
const formats = { xlsx: 'Excel', csv: 'CSV', jsonl: 'JSON lines' } as const;

export function makeAuditHandlers({ bulkReads }: { readonly bulkReads: BulkReads }): Handlers<Api['audit'], Context> {
  const queue = new ExportQueue();
  return {
    list: async ({ query, ...context }) => {
      const { audience, company } = callerOf(context);
      const { list } = api.audit;
      const request = auditRows(list.list.filters, query, audience === 'admin' ? null : (company ?? ''));
      return listResponse<typeof list>(async () => ({ db: context.db, names: list.list, request }));
    },

    exported: async ({ body: { list, query, format, rows }, ...context }) => {
      const endpoint = endpoints.find((one) => one.list && one.path === list);
      if (!endpoint?.stored) throw new HttpError(404, 'There is no such list.');
      const { userId, sessionId, audience } = callerOf(context);
      if (permissionFor(endpoint.id, audience, true) === 'no') throw noPermission();
      if (Object.keys(query).length > maxParams) throw new HttpError(400, 'An export cannot have this many filters.');
      if (!bulkReads.mayReport(userId)) throw new HttpError(429, 'Too many exports. Wait a minute.', undefined, 60);
      bulkReads.announce(sessionId, endpoint, query);
      const facts = [formats[format], ...(rows === null ? [] : [`${rows} rows`]), filterText(query) || 'no filter'];
      await record(context.db, {
        action: rows === null ? 'export started' : 'exported',
        subject: 'list',
        name: endpoint.stored.title,
        details: facts.join(', '),
      });
      return undefined;
    },

    exportTurn: async ({ body: { id, isOver }, ...context }) => {
      const { sessionId } = callerOf(context);
      if (!isOver) return { before: queue.before(sessionId, id, clock.now()) };
      queue.leave(sessionId, id);
      return { before: 0 };
    },
  };
}
