/** How each user is told: quiet hours, time zone, email. */
import type { NoticeSettings } from '../../contract/entities/notices.ts';
import type { Query } from '../database/pool.ts';

/** Of users who chose nothing. */
const usualSettings: NoticeSettings = { zone: 'UTC', quiet: null, email: 'each' };

export type StoredSettings = { readonly [S in keyof NoticeSettings]: NoticeSettings[S] | null };
/** Of `notice_settings`, which may lack the user. */
export const settingsOf = ({ zone, quiet, email }: StoredSettings): NoticeSettings =>
  zone === null ? usualSettings : { zone, quiet, email: email ?? usualSettings.email };

export async function readSettings(db: Query, userId: string): Promise<NoticeSettings> {
  const [stored] = await db.query<StoredSettings>('select zone, quiet, email from notice_settings where user_id = $1', [
    userId,
  ]);
  return stored ? settingsOf(stored) : usualSettings;
}

export async function writeSettings(db: Query, userId: string, { zone, quiet, email }: NoticeSettings): Promise<void> {
  await db.query(
    `insert into notice_settings (user_id, zone, quiet, email) values ($1, $2, $3::jsonb, $4)
     on conflict (user_id) do update set zone = excluded.zone, quiet = excluded.quiet, email = excluded.email`,
    [userId, zone, quiet && JSON.stringify(quiet), email],
  );
}
