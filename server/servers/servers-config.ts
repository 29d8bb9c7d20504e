/** Settings of a server among several on one database. */
import { hostname } from 'node:os';
import { seenValue, words } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';

/** `web` = app and API for users. `ingest` = receivers and uploads of stations. `leader` = may do the periodic work. */
const serverRoles = ['web', 'ingest', 'leader'] as const;
type ServerRole = (typeof serverRoles)[number];
export type ServersConfig = { readonly roles: ReadonlySet<ServerRole>; readonly name: string };

/** @throws StartupError */
export function readServers(env: NodeJS.ProcessEnv): ServersConfig {
  const name = env.SERVER_NAME?.trim() || hostname();
  if (!/^[\w.-]{1,60}$/.test(name))
    throw new StartupError('SERVER_NAME must have 1 to 60 letters, digits or . _ - characters.');
  const requested = words(env.SERVER_ROLES);
  const unknown = requested.find((word) => !serverRoles.some((role) => role === word));
  if (unknown !== undefined)
    throw new StartupError(`SERVER_ROLES contains ${serverRoles.join(', ')} or some of them${seenValue(unknown)}.`);
  return { roles: new Set(requested.length === 0 ? serverRoles : (requested as ServerRole[])), name };
}
