/** Services shared by parts of a running server, created in app.ts. */

import type { DecodeLine } from '../decoder/decode-line.ts';
import type { BulkReads } from './accounts/audit/bulk-reads.ts';
import type { LoginAttempts } from './accounts/login-attempts.ts';
import type { Provider } from './accounts/oidc/provider.ts';
import type { Sessions } from './accounts/sessions.ts';
import type { Conditions } from './base/conditions.ts';
import type { IngestCounters } from './base/ingest-counters.ts';
import type { Config } from './config.ts';
import type { Database } from './database/pool.ts';
import type { Reads } from './database/reads.ts';
import type { RunningRequests } from './http/request-gates.ts';
import type { RateStore, RefusalPace } from './http/request-limits.ts';
import type { ViolationReports } from './http/violation-reports.ts';
import type { Forward } from './input/forward/forward.ts';
import type { Imports } from './input/imports/imports.ts';
import type { Sources } from './input/sources/sources.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Positions } from './map/positions.ts';
import type { Upstream } from './map/services/upstream.ts';
import type { SharedPositions } from './map/shared-positions.ts';
import type { Messages } from './messages/messages.ts';
import type { ScheduledBackups } from './ops/backup/scheduled-backups.ts';
import type { OutgoingPosts } from './outgoing/fetch-upstream.ts';
import type { ClockTrust } from './servers/clock-trust.ts';
import type { Membership } from './servers/membership.ts';
import type { StationKeys } from './stations/station-keys.ts';
import type { LiveRules } from './telling/live/live-rules.ts';
import type { Mqtt } from './telling/mqtt/mqtt.ts';
import type { Silences } from './telling/periodic/silences.ts';
import type { Rules } from './telling/rules/rules.ts';
import type { Push } from './telling/ways/push.ts';

export type Services = {
  readonly config: Config;
  /** Build of the served app. null = none. */
  readonly appBuild: string | null;
  readonly db: Database;
  /** For exports and statistics: of a replica, if there is one. */
  readonly reads: Reads;
  /** Over `db`. */
  readonly messages: Messages;
  readonly sessions: Sessions;
  readonly attempts: LoginAttempts;
  /** Counts of the rate limit. */
  readonly rates: RateStore;
  /** Delays the refusals of callers that get many. */
  readonly refusals: RefusalPace;
  /** This server among those of its database. */
  readonly membership: Membership;
  /** Whether data may be deleted by age. */
  readonly clockTrust: ClockTrust;
  readonly stationKeys: StationKeys;
  readonly ingestCounters: IngestCounters;
  readonly forward: Forward;
  readonly imports: Imports;
  readonly bulkReads: BulkReads;
  readonly backups: ScheduledBackups;
  /** Receivers, as soon as they are open (serve.ts). */
  readonly sources: Sources;
  /** Current problems of the server, for /health. */
  readonly conditions: Conditions;
  readonly mailer: Mailer;
  /** What users are told about. */
  readonly rules: Rules;
  readonly push: Push;
  /** Rules about live positions. */
  readonly liveRules: LiveRules;
  readonly silences: Silences;
  readonly positions: Positions;
  /** Takes what this server receives: into `positions`, and for the maps of other servers. */
  readonly outbound: SharedPositions;
  readonly running: RunningRequests;
  /** What browsers blocked. */
  readonly violations: ViolationReports;
  readonly decoder: DecodeLine;
  readonly upstream: Upstream;
  /** To addresses of webhooks. */
  readonly webhookPosts: OutgoingPosts;
  /** null = off. */
  readonly mqtt: Mqtt | null;
  /** Of the sign-in by OpenID Connect. null = not configured. */
  readonly provider: Provider | null;
};
