/** Reports an export to the server, which records it in the audit trail. */
import { api } from '../../../contract/api.ts';
import { send } from '../../api/send.ts';
import type { ExportRequest } from './export-request.ts';

/** An export is not delayed for longer by a slow server. */
const waitMs = 2000;

/** `query` = parameters of the rows. `rows` null = the export starts. */
export function reportExport(
  { list, format }: ExportRequest,
  query: Readonly<Record<string, string>>,
  rows: number | null,
): Promise<unknown> {
  const body = { list: list.endpoint.path, query: { ...query }, format, rows };
  // Without a server the rows are those of the device. Another server of this API may lack the call. Ours records requests for many rows in any case.
  const report = send(api.audit.exported, { body, cause: 'user' }).catch(() => {});
  return Promise.race([report, new Promise((resolve) => setTimeout(resolve, waitMs))]);
}
