/** Added calls about the server. Public responses contain only what the contract states. Own file: handlers of the group of the server itself. */
import { type Api, endpoints } from '../contract/api.ts';
import type { Handlers, Reads } from '../contract/endpoint.ts';
import { writeInstant } from '../contract/params.ts';
import { hasDemo } from './accounts/users.ts';
import { clock, withDeadline } from './base/clock.ts';
import { HttpError } from './http/api-error.ts';
import { apiRoot } from './http/calls.ts';
import type { Context } from './http/guard.ts';
import { Unavailable } from './http/response.ts';
import { checkMessages } from './messages/messages.ts';
import { type BackupState, lateText } from './ops/backup/scheduled-backups.ts';
import type { Upgrade } from './ops/backup/upgrade.ts';
import { openApi } from './ops/openapi.ts';
import { readStorage } from './ops/storage.ts';
import { readServerStatus } from './server-status.ts';
import type { Services } from './services.ts';

type Health = Reads<Api['system']['health']>;
type Storage = Reads<Api['system']['storage']>;

/** A pool with a longer wait for a trivial query cannot serve a screen either: the app's timeout is 8 s. */
const databaseDeadlineMs = 5000;
const noMessages = 'messages can neither be read nor stored.';

export function makeSystemHandlers(services: Services): Handlers<Api['system'], Context> {
  const { config, conditions, db, backups, clockTrust } = services;
  let document: ReturnType<typeof openApi> | null = null;
  let isDemo = false;
  let checking: Promise<void> | null = null;

  /** One check at a time for any number of clients: the call is public. */
  async function checkDatabase(): Promise<void> {
    checking ??= readBoth().finally(() => {
      checking = null;
    });
    return checking;
  }

  /** Messages can be on other machines than accounts. */
  async function readBoth(): Promise<void> {
    const [demo, messages, trust] = await Promise.allSettled([
      withDeadline(hasDemo(db), databaseDeadlineMs),
      withDeadline(checkMessages(db), databaseDeadlineMs),
      withDeadline(clockTrust.check(), databaseDeadlineMs),
    ]);
    if (trust.status === 'fulfilled') conditions.report('clock', clockTrust.problem);
    const isAway = demo.status === 'rejected';
    if (!isAway) isDemo = demo.value;
    conditions.report('database', isAway ? `The database is unavailable: ${noMessages}` : null);
    const isPartAway = !isAway && messages.status === 'rejected';
    conditions.report('messages', isPartAway ? `A part of the database is unavailable: ${noMessages}` : null);
  }

  return {
    health: async () => {
      await checkDatabase();
      const list = conditions.list();
      const health: Health = {
        status: list.length === 0 ? 'ok' : 'degraded',
        message: list.map(({ message }) => message).join(' ') || 'Everything works.',
        now: writeInstant(clock.now()),
        version: config.version,
        demo: isDemo,
        conditions: [...list],
      };
      return list.some(({ name }) => name === 'database') ? (new Unavailable(health) as unknown as Health) : health;
    },
    live: async () => ({ status: 'ok', now: writeInstant(clock.now()), version: config.version }),
    storage: async () => ({
      ...(await readStorage(db, { ...config, ...config.radio, maxBytes: config.maxBytes })),
      backup: backupOf(backups.state()),
      upgrade: upgradeOf(backups.upgrade),
    }),
    status: () => readServerStatus(services),
    runBackup: async ({ log, request }) => {
      if (backups.state() === null) throw new HttpError(404, 'No folder for backups is set (BACKUP_DIR).');
      backups
        .runNow()
        .catch((error: Error) => log.error({ err: error, requestId: request.id }, 'a backup failed'))
        .finally(() => conditions.report('backup', lateText(backups.state())));
      return undefined;
    },
    confirmClock: async ({ db }) => {
      await clockTrust.confirm(db);
      conditions.report('clock', clockTrust.problem);
      return undefined;
    },
    openapi: async () => {
      document ??= openApi(endpoints, apiRoot, config.version);
      return document;
    },
  };
}

const upgradeOf = (upgrade: Upgrade | null): Storage['upgrade'] =>
  upgrade && { at: writeInstant(upgrade.atMs), file: upgrade.file, bytes: upgrade.bytes };

function backupOf(state: BackupState | null): Storage['backup'] {
  if (!state) return null;
  const { last, files, everyHours } = state;
  const lastAt = last && writeInstant(last.takenAtMs);
  return { lastAt, bytes: last?.bytes ?? null, files, everyHours, problem: lateText(state) };
}
