import type { Api } from '../../../contract/api.ts';
import { maxImportBytes } from '../../../contract/calls/imports.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import { parseInstant } from '../../../contract/params.ts';
import { record } from '../../accounts/audit/audit.ts';
import { diskReserve } from '../../base/disk-reserve.ts';
import { sqlState } from '../../database/pool.ts';
import { HttpError } from '../../http/api-error.ts';
import { type Context, callerOf } from '../../http/guard.ts';
import type { Imports } from './imports.ts';
import type { NoteImport } from './stored-import.ts';

const refusals = {
  unknown: () => new HttpError(404, 'This import no longer exists. Choose the file again.'),
  'not-now': () => new HttpError(409, 'This step does not fit the state of the import.'),
  misplaced: () => new HttpError(409, 'File parts are out of order.'),
} as const;
function done<T>(result: T | keyof typeof refusals): T {
  if (typeof result === 'string' && Object.hasOwn(refusals, result)) throw refusals[result as keyof typeof refusals]();
  return result as T;
}

export function makeImportHandlers({ imports }: { readonly imports: Imports }): Handlers<Api['imports'], Context> {
  return {
    begin: async ({ body: { fileName, size }, ...context }) => {
      if (!Number.isSafeInteger(size) || size < 0) throw new HttpError(400, 'The file size is not a number of bytes.');
      if (size === 0) throw new HttpError(400, 'The file is empty.');
      if (size > maxImportBytes)
        throw new HttpError(
          413,
          `The file is too large. The limit is ${maxImportBytes / 1_048_576} MB. Compress it with gzip, or use npm run import on the server.`,
        );
      const { userName, userId } = callerOf(context);
      const begun = await imports.begin({ fileName: printable(fileName), size, startedBy: userName });
      if ('busy' in begun)
        throw new HttpError(
          409,
          `Another import is running: ${begun.busy.fileName}, started by ${begun.busy.startedBy}.`,
        );
      context.log.info({ requestId: context.request.id, import: begun.state.id, by: userId }, 'an import was begun');
      return begun.state;
    },
    part: async ({ path, body }) => {
      const offset = /^\d{1,12}$/.test(path.offset) ? Number(path.offset) : -1;
      if (offset < 0) throw new HttpError(400, 'The offset of a part is a number of bytes.');
      if (diskReserve.isLow()) throw fullDisk();
      return done(await imports.part(path.id, offset, body).catch(refuseFullDisk));
    },
    current: async () => ({ import: await imports.current() }),
    rejected: async ({ path }) => {
      const rows = await imports.rejected(path.id);
      if (!rows) throw refusals.unknown();
      return { rows: [...rows] };
    },
    write: async ({ path, body, ...context }) => {
      if (body.station !== undefined && !/^\d{1,20}$/.test(body.station))
        throw new HttpError(400, 'Use digits only in a station number.', {
          station: ['Use digits only in a station number.'],
        });
      const { station, isAsIfNow } = body;
      const options = { station, isAsIfNow, start: startOf(body.start) };
      const note: NoteImport = (action, name, details) =>
        record(context.db, { action, subject: 'file', name, details });
      const state = done(await imports.write(path.id, options, note));
      const { userId } = callerOf(context);
      context.log.info({ requestId: context.request.id, import: path.id, by: userId }, 'an import is written');
      return state;
    },
    cancel: async ({ path }) => {
      if (!(await imports.cancel(path.id))) throw refusals.unknown();
      return undefined;
    },
  };
}

/** An invalid day must not be ignored: frames without a time would be skipped without a reason. */
function startOf(text: string | undefined): number | undefined {
  const ms = text === undefined ? undefined : parseInstant(text);
  if (ms !== null) return ms;
  const sentence = 'This is not a valid date and time.';
  throw new HttpError(400, sentence, { start: [sentence] });
}

/** A name is shown and logged: one line, without the path that some browsers send. */
function printable(fileName: string): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? '';
  return name.replace(/\p{C}/gu, '?').trim() || 'unnamed';
}

const fullDisk = (): HttpError => new HttpError(507, 'The disk of the server is full.');

function refuseFullDisk(error: unknown): never {
  throw sqlState(error) === '53100' ? fullDisk() : error;
}
