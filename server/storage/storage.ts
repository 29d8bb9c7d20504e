/** The response about the storage of the server, for an Admin. */
import type { Api } from '../../contract/api.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { diskReserve } from '../base/disk-reserve.ts';
import type { Database } from '../database/pool.ts';
import { forecastOf, type RetentionSettings } from './forecast.ts';
import { factorOfToday } from './frame-limit.ts';
import { readSizes } from './sizes.ts';

export async function readStorage(
  db: Pick<Database, 'query'>,
  settings: RetentionSettings & { readonly keepSeconds: number | null },
): Promise<Omit<Reads<Api['system']['storage']>, 'backup'>> {
  const sizes = await readSizes(db);
  return {
    bytes: sizes.bytes,
    freeBytes: diskReserve.freeBytes(),
    maxBytes: settings.maxBytes,
    measuredDays: sizes.measuredDays,
    perDay: sizes.perDay,
    archive: sizes.archive.days > 0 || settings.archiveDays > 0 ? sizes.archive : null,
    forecast: forecastOf(sizes, settings),
    frameSeconds: settings.keepSeconds,
    frameFactor: await factorOfToday(db),
  };
}
