/** Texts and outbox of feeder emails: written with the change, sent after commit (decision 17). Never resend after an unknown outcome. */
import { clock } from '../base/clock.ts';
import type { Database, Query, Transaction } from '../database/pool.ts';
import type { Logger } from '../http/guard.ts';
import { emailFault } from '../mail/email-address.ts';
import { type Mailer, MailOutcomeUnknown, sendInTime } from '../mail/mailer.ts';
import { instantOf } from './read-station.ts';
import type { Changed } from './write-station.ts';

const maxAttempts = 8;
const firstPauseMs = 60_000;
const longestPauseMs = 6 * 3_600_000;

type StationNotice = StationWords & { readonly feederId: string };

/** Data for emails about a station with notifications. null = no notifications. */
export async function noticeRecipient(tx: Pick<Transaction, 'query'>, recordId: number): Promise<StationNotice | null> {
  const [row] = await tx.query<
    Omit<StationNotice, 'feederSince' | 'locationSince'> & { feederAt: Date; locationAt: Date }
  >(
    `select s.id as "recordId", s.station_id as "stationId", s.latitude, s.longitude, s.city, s.country, s.address,
       s.feeder_since as "feederAt", s.location_since as "locationAt", s.feeder_user_id as "feederId"
     from stations s join users u on u.id = s.feeder_user_id where s.id = $1 and s.notifies_feeder and u.email <> ''`,
    [recordId],
  );
  if (!row) return null;
  const { feederAt, locationAt, ...station } = row;
  return { ...station, feederSince: instantOf(feederAt), locationSince: instantOf(locationAt) };
}

/** `heldUntilMs` = end of the feeder's quiet hours. null = it is sent at once. */
export async function writeNotice(
  tx: Pick<Transaction, 'query'>,
  { recordId, feederId }: Pick<StationNotice, 'recordId' | 'feederId'>,
  { subject, body }: NoticeText,
  heldUntilMs: number | null = null,
): Promise<void> {
  const nowMs = clock.now();
  await tx.query(
    `insert into station_notices (station_record_id, user_id, subject, body, created_at, not_before) values ($1, $2, $3, $4, $5, $6)`,
    [recordId, feederId, subject, body, new Date(nowMs), new Date(heldUntilMs ?? nowMs)],
  );
}

/** Notifies the station's current feeder of a change. */
export async function queueChangeNotice(tx: Transaction, changed: Changed, publicUrl: string): Promise<void> {
  if (!changed.isFeederNew && !changed.isPlaceNew) return;
  const station = await noticeRecipient(tx, changed.recordId);
  if (station) await writeNotice(tx, station, changeNotice(publicUrl, station, changed));
}

type Due = {
  readonly id: number;
  readonly recordId: number;
  readonly userId: string;
  readonly email: string;
  readonly subject: string;
  readonly body: string;
  readonly attempts: number;
  readonly isEnabled: boolean;
};

/**
 * Sends what is due, in order, until `ending`. Resolves to the number sent. Never throws for a failed email, which is retried
 * later.
 */
export async function sendNotices(
  db: Database,
  mailer: Mailer,
  log: Pick<Logger, 'error'>,
  ending?: AbortSignal,
): Promise<number> {
  let sent = 0;
  for (;;) {
    if (ending?.aborted) return sent;
    const due = await takeOne(db);
    if (!due) return sent;
    // Notifications have been turned off, or the feeder has changed.
    if (!due.isEnabled || emailFault(due.email) !== null) await giveUp(db, due);
    else if (await sendOne(db, mailer, due, log, ending)) sent += 1;
  }
}

/** Marked before sending: it is never sent twice after a crash. */
async function takeOne(db: Database): Promise<Due | undefined> {
  const [due] = await db.query<Due>(
    `update station_notices n set begun_at = $1, attempts = n.attempts + 1
     from users u, stations s
     where n.id = (select id from station_notices where begun_at is null and given_up_at is null and not_before <= $1
                   order by not_before, id limit 1 for update skip locked)
       and u.id = n.user_id and s.id = n.station_record_id
     returning n.id, n.station_record_id as "recordId", n.user_id as "userId", u.email, n.subject, n.body, n.attempts,
       s.notifies_feeder and s.feeder_user_id is not distinct from n.user_id as "isEnabled"`,
    [new Date(clock.now())],
  );
  return due;
}

async function sendOne(
  db: Database,
  mailer: Mailer,
  due: Due,
  log: Pick<Logger, 'error'>,
  ending?: AbortSignal,
): Promise<boolean> {
  const mail = { to: due.email, subject: due.subject, text: due.body };
  try {
    await sendInTime((until) => mailer.send(mail, until), ending);
  } catch (error) {
    log.error({ notice: due.id, attempt: due.attempts, err: error }, 'a mail about a station could not be sent');
    // Left as started, as after a crash: it may have been delivered.
    if (error instanceof MailOutcomeUnknown) return false;
    if (due.attempts >= maxAttempts) await giveUp(db, due);
    else await tryLater(db, due);
    return false;
  }
  const now = new Date(clock.now());
  await db.transaction(async (tx) => {
    await tx.query('update station_notices set sent_at = $2 where id = $1', [due.id, now]);
    await tx.query(
      `update stations set first_told_feeder_at = $3 where id = $1 and feeder_user_id = $2 and first_told_feeder_at is null`,
      [due.recordId, due.userId, now],
    );
  });
  return true;
}

async function tryLater(db: Database, { id, attempts }: Due): Promise<void> {
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
  await db.query('update station_notices set begun_at = null, not_before = $2 where id = $1', [
    id,
    new Date(clock.now() + pauseMs),
  ]);
}

async function giveUp(db: Database, { id }: Due): Promise<void> {
  await db.query('update station_notices set given_up_at = $2 where id = $1', [id, new Date(clock.now())]);
}

const retentionDays = 90;
/** Removes old entries, by a trusted clock. */
export async function sweepNotices(db: Query, nowMs: number): Promise<void> {
  await db.query('delete from station_notices where created_at < $1', [new Date(nowMs - retentionDays * 86_400_000)]);
}

/** Texts of emails to feeders. Plain text. Text typed by people is on separate lines. */
type StationWords = {
  /** Digits. */
  readonly stationId: string;
  readonly recordId: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly city: string | null;
  readonly country: string | null;
  readonly address: string | null;
  readonly feederSince: string;
  readonly locationSince: string;
};
type NoticeText = { readonly subject: string; readonly body: string };

const shown = (wire: string): string => `${wire.slice(0, 16).replace('T', ' ')} UTC`;
const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value).toFixed(4)} ${value < 0 ? negative : positive}`;
const placeLines = (station: StationWords): string[] => {
  const where = [station.address, station.city, station.country].filter((part) => part !== null).join(', ');
  return [
    `  ${degrees(station.latitude, 'N', 'S')}, ${degrees(station.longitude, 'E', 'W')}`,
    ...(where ? [`  ${where}`] : []),
    `  since ${shown(station.locationSince)}`,
  ];
};

function letter(publicUrl: string, station: StationWords, subject: string, lines: readonly string[]): NoticeText {
  const link = `${publicUrl}/stationStatus?stationId=${encodeURIComponent(station.stationId)}`;
  const end = [
    '',
    `Station status: ${link}`,
    '',
    'A Downlink administrator turned on emails for this station. Ask them to turn them off.',
    '',
  ];
  return { subject, body: ['Hello,', '', ...lines, ...end].join('\n') };
}

/** About a change of feeder, position, or both. */
function changeNotice(
  publicUrl: string,
  station: StationWords,
  { isFeederNew, isPlaceNew }: { readonly isFeederNew: boolean; readonly isPlaceNew: boolean },
): NoticeText {
  const name = `Station ${station.stationId}`;
  const subject = isFeederNew ? `You are the feeder of station ${station.stationId}` : `${name} has moved`;
  return letter(publicUrl, station, subject, [
    ...(isFeederNew
      ? [`You are the feeder of ${name} (since ${shown(station.feederSince)}).`, '']
      : [`${name} has a new position.`, '']),
    isPlaceNew ? 'New position:' : 'Position:',
    ...placeLines(station),
  ]);
}

export function silentNotice(publicUrl: string, station: StationWords, lastReceived: string): NoticeText {
  return letter(publicUrl, station, `Station ${station.stationId} has gone silent`, [
    `Station ${station.stationId} has sent nothing since ${shown(lastReceived)}, longer than its usual gap.`,
    '',
    'Check power, network, antenna cable and receiver software.',
    'The next email comes when the station feeds again.',
  ]);
}

export function backNotice(publicUrl: string, station: StationWords, silentSince: string): NoticeText {
  return letter(publicUrl, station, `Station ${station.stationId} feeds again`, [
    `Station ${station.stationId} feeds again. It was silent since ${shown(silentSince)}.`,
  ]);
}
