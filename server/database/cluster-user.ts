/** Selects the user that runs PostgreSQL, which refuses to run as root. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A user other than the current one. */
export type OtherUser = { readonly uid: number; readonly gid: number; readonly name: string };

/** null = the current user. As root: the owner of existing files, else the system's postgres or nobody. */
export function clusterUser(folders: readonly string[]): OtherUser | null {
  if (process.getuid?.() !== 0) return null;
  for (const folder of folders) {
    if (!existsSync(folder)) continue;
    const { uid, gid } = statSync(folder);
    if (uid !== 0) return { uid, gid, name: `user ${uid}` };
  }
  return systemUser('postgres') ?? systemUser('nobody') ?? { uid: 65534, gid: 65534, name: 'user 65534' };
}

function systemUser(name: string): OtherUser | null {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    // macOS writes nobody as -2.
    return uid && gid && Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid), name } : null;
  } catch {
    return null;
  }
}

/** Whether this user can enter every folder on the path, and read (run) `path` itself. */
export function canReach(path: string, user: OtherUser): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (!existsSync(at)) continue;
    const { uid, gid, mode } = statSync(at);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    const needed = at === path ? 0o5 : 0o1;
    if ((bits & needed) !== needed) return false;
    if (dirname(at) === at) return true;
  }
}
