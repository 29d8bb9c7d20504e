import { type Api, api, endpoints } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { HttpError } from '../http/api-error.ts';
import type { Context } from '../http/guard.ts';
import { callerOf } from '../http/guard.ts';
import { listResponse } from '../http/list-response.ts';
import { auditRows, record } from './audit.ts';
import { type BulkReads, filterText } from './bulk-reads.ts';

const formats = { xlsx: 'Excel', csv: 'CSV', jsonl: 'JSON lines' } as const;

export function makeAuditHandlers({ bulkReads }: { readonly bulkReads: BulkReads }): Handlers<Api['audit'], Context> {
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
      bulkReads.announce(callerOf(context).sessionId, endpoint, query);
      const facts = [formats[format], ...(rows === null ? [] : [`${rows} rows`]), filterText(query) || 'no filter'];
      await record(context.db, {
        action: rows === null ? 'export started' : 'exported',
        subject: 'list',
        name: endpoint.stored.title,
        details: facts.join(', '),
      });
      return undefined;
    },
  };
}
