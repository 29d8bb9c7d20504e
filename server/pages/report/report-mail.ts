/** Reports by email: what they say, and when they are sent (decision 46). The email of a period is marked as sent before it is: never twice. */

import { api } from '../../../contract/api.ts';
import { permissionFor } from '../../../contract/audience.ts';
import { audienceOf } from '../../../contract/audience-of.ts';
import { dayMs } from '../../../contract/durations.ts';
import type { Report, ReportMail, ReportPeriod } from '../../../contract/entities/report.ts';
import { writeInstant } from '../../../contract/params.ts';
import { clock } from '../../base/clock.ts';
import type { Database, Query } from '../../database/pool.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import type { Caller, Logger } from '../../http/guard.ts';
import { emailFault } from '../../mail/email-address.ts';
import { type Mailer, MailOutcomeUnknown, sendInTime } from '../../mail/mailer.ts';
import { readReport } from './read-report.ts';

const dayText = (ms: number): string => writeInstant(ms).slice(0, 10);
const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs;
/** Weeks begin on Monday. 1970-01-01 was a Thursday. */
const startOfWeek = (ms: number): number => startOfDay(ms) - ((Math.floor(ms / dayMs) + 3) % 7) * dayMs;
const startOf = (period: ReportPeriod, ms: number): number => (period === 'day' ? startOfDay(ms) : startOfWeek(ms));
/** Messages of the last day still arrive, and mail is read in the morning. */
const sendAfterMs = 5 * 3_600_000;
const retryAfterMs = 30 * 60_000;

export async function readReportMail(db: Query, userId: string): Promise<ReportMail> {
  const rows = await db.query<{ period: ReportPeriod; tails: string[] }>(
    'select period, tails from report_mails where user_id = $1',
    [userId],
  );
  const has = (period: ReportPeriod): boolean => rows.some((row) => row.period === period);
  return { day: has('day'), week: has('week'), tails: rows[0]?.tails ?? [] };
}

/** The first email is about the period that runs now. */
export async function writeReportMail(db: Database, userId: string, mail: ReportMail): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    for (const period of ['day', 'week'] as const)
      if (mail[period])
        await tx.query(
          `insert into report_mails (user_id, period, tails, next_day) values ($1, $2, $3, $4)
           on conflict (user_id, period) do update set tails = excluded.tails`,
          [userId, period, mail.tails, dayText(startOf(period, now))],
        );
      else await tx.query('delete from report_mails where user_id = $1 and period = $2', [userId, period]);
  });
}

type Due = {
  readonly userId: string;
  readonly period: ReportPeriod;
  readonly tails: string[];
  readonly nextDay: string;
};

/** Of one leader. */
export class ReportMails {
  readonly #failedAt = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly mailer: Mailer,
    private readonly companyScope: CompanyScope,
    private readonly log: Pick<Logger, 'error'>,
  ) {}

  /** Sends what is due, by a trusted clock, until `ending`. Resolves to the number sent. */
  async send(nowMs: number, ending?: AbortSignal): Promise<number> {
    let sent = 0;
    for (const period of ['day', 'week'] as const) {
      const current = startOf(period, nowMs - sendAfterMs);
      const due = await this.db.query<Due>(
        `select user_id as "userId", period, tails, next_day::text as "nextDay" from report_mails where period = $1 and next_day < $2 order by user_id`,
        [period, dayText(current)],
      );
      for (const one of due) {
        if (ending?.aborted) return sent;
        if (await this.#sendOne(one, current, nowMs, ending)) sent += 1;
      }
    }
    return sent;
  }

  async #sendOne(due: Due, currentMs: number, nowMs: number, ending?: AbortSignal): Promise<boolean> {
    const name = `${due.userId} ${due.period}`;
    if (nowMs - (this.#failedAt.get(name) ?? Number.NEGATIVE_INFINITY) < retryAfterMs) return false;
    const to = await this.#recipient(due.userId);
    // Periods of a time when the server was off are left out.
    if (!(await this.#mark(due, due.nextDay, dayText(currentMs))) || !to) return false;
    try {
      const day = dayText(currentMs - dayMs);
      const report = await readReport(this.db, to.reader, this.companyScope, { ...due, day }, nowMs);
      const link = `${this.mailer.publicUrl()}/report?period=${due.period}&day=${day}`;
      await sendInTime(
        (until) => this.mailer.send({ to: to.email, ...reportMailText(report, link), endUrl: link }, until),
        ending,
      );
      this.#failedAt.delete(name);
      return true;
    } catch (error) {
      this.log.error({ err: error }, 'a report could not be sent by mail');
      if (error instanceof MailOutcomeUnknown) return false;
      this.#failedAt.set(name, nowMs);
      await this.#mark(due, dayText(currentMs), due.nextDay);
      return false;
    }
  }

  /** False: another server did it, or the user wants it no more. */
  async #mark({ userId, period }: Due, from: string, to: string): Promise<boolean> {
    const changed = await this.db.query(
      'update report_mails set next_day = $4 where user_id = $1 and period = $2 and next_day = $3 returning 1',
      [userId, period, from, to],
    );
    return changed.length > 0;
  }

  /** null = the account is closed, has no address, has not accepted the terms, or may not read reports any more. */
  async #recipient(userId: string): Promise<{ readonly email: string; readonly reader: Caller } | null> {
    const [user] = await this.db.query<{
      userName: string;
      role: string;
      company: string | null;
      terms: number;
      email: string;
    }>('select user_name as "userName", role, company, terms, email from users where id = $1', [userId]);
    if (!user || emailFault(user.email) !== null) return null;
    const audience = audienceOf(user);
    if (permissionFor(api.reports.read.id, audience, user.terms === 1) !== 'yes') return null;
    return { email: user.email, reader: { ...user, userId, audience, sessionId: '' } };
  }
}

const numbers = new Intl.NumberFormat('en-US');
const count = (value: number): string => numbers.format(value);
const change = (now: number, before: number): string =>
  before > 0 ? ` (${now >= before ? '+' : '-'}${Math.round((100 * Math.abs(now - before)) / before)} %)` : '';
/** Aircraft and faults of an email: the page has all. */
const mailRows = 10;
/** Received texts stay on one line. */
const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

function reportMailText(report: Report, link: string): { readonly subject: string; readonly text: string } {
  const { messages, faults, stations, aircraft } = report;
  const [from, last] = [report.from.slice(0, 10), dayText(Date.parse(report.to) - dayMs)];
  const when = report.period === 'day' ? from : `${from} to ${last}`;
  const silent = stations.filter((one) => one.messages === 0);
  const lines = [
    `${count(messages.total)} messages${change(messages.total, messages.before)} of ${count(messages.aircraft)} aircraft.`,
    ...(faults ? ['', `${count(faults.total)} faults, ${count(faults.open)} open.`] : []),
    ...(
      faults?.rows.slice(0, mailRows).map(({ tail, ata, name }) => line(`  ${tail}  ${ata ?? ''}  ${name}`)) ?? []
    ).map((text) => `  ${text}`),
    '',
    `${count(stations.length)} stations, ${count(silent.length)} without messages.`,
    ...silent.slice(0, mailRows).map(({ stationId }) => `  ${line(stationId)}`),
    ...(aircraft.length > 0 ? ['', 'Aircraft:'] : []),
    ...aircraft
      .slice(0, mailRows)
      .map((one) => `  ${line(one.tail)}  ${count(one.messages)} messages, ${count(one.faults)} faults`),
    '',
    `Full report: ${link}`,
    'To stop these emails, open the report and turn them off.',
    '',
  ];
  return { subject: `Report of ${when}`, text: lines.join('\n') };
}
