/**
 * What the parts of a running server share; made once in app.ts. Must not: have behaviour.
 */

import type { DecodeLine } from '../decoder/decode-line.ts';
import type { LogInAttempts } from './accounts/log-in-attempts.ts';
import type { Sessions } from './accounts/sessions.ts';
import type { StationKeys } from './accounts/station-keys.ts';
import type { Config } from './config.ts';
import type { Database } from './database/pool.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Positions } from './positions/positions.ts';
import type { Imports } from './receive/imports/imports.ts';
import type { IngestCounters } from './receive/ingest-counters.ts';
import type { Upstream } from './upstream/upstream.ts';

export type Services = {
  readonly config: Config;
  readonly db: Database;
  readonly sessions: Sessions;
  readonly attempts: LogInAttempts;
  readonly stationKeys: StationKeys;
  readonly ingestCounters: IngestCounters;
  readonly imports: Imports;
  readonly mailer: Mailer;
  readonly positions: Positions;
  readonly decoder: DecodeLine;
  readonly upstream: Upstream;
};
