/**
 * Counts what browsers blocked because of the content security policy. Anyone can send a report, so a report changes nothing but
 * a counter and, once an hour for each rule, a line of the log.
 */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { clock } from '../base/clock.ts';
import { HttpError } from './api-error.ts';

export const reportPath = '/api/v1/policy-reports';
const maxReportBytes = 16_384;
/** Of one request. A browser sends what it collected within a minute. */
const maxReports = 20;
const logEveryMs = 3_600_000;

/** The rules of the policy. Other names are counted as `other`, so that the list cannot grow. */
const rules = [
  ...[
    'default-src',
    'script-src',
    'script-src-elem',
    'script-src-attr',
    'style-src',
    'style-src-elem',
    'style-src-attr',
  ],
  ...['img-src', 'font-src', 'connect-src', 'worker-src', 'manifest-src', 'object-src', 'base-uri', 'form-action'],
  ...['frame-ancestors', 'require-trusted-types-for', 'trusted-types'],
];

const text = z.string().check(z.maxLength(4000));
/** Of `report-to` (a list, also with other types) and of `report-uri` (one). */
const reportingList = z.array(z.looseObject({ type: text, body: z.optional(z.nullable(z.looseObject({}))) }));
const singleReport = z.looseObject({ 'csp-report': z.looseObject({}) });

type LogLine = { readonly rule: string; readonly blocked: string; readonly page: string; readonly count: number };

export class ViolationReports {
  private readonly totals = new Map<string, number>();
  private readonly loggedAt = new Map<string, number>();
  private readonly log: (line: LogLine) => void;

  constructor(log: (line: LogLine) => void) {
    this.log = log;
  }

  /** Since the start of the server, by rule. */
  counts(): ReadonlyMap<string, number> {
    return this.totals;
  }

  add(body: Readonly<Record<string, unknown>>): void {
    const named = wordOf(body.effectiveDirective ?? body['effective-directive'] ?? body['violated-directive']);
    const rule = rules.find((one) => one === named.split(' ', 1)[0]) ?? 'other';
    const count = (this.totals.get(rule) ?? 0) + 1;
    this.totals.set(rule, count);
    const now = clock.now();
    if (now - (this.loggedAt.get(rule) ?? Number.NEGATIVE_INFINITY) < logEveryMs) return;
    this.loggedAt.set(rule, now);
    const blocked = withoutQuery(wordOf(body.blockedURL ?? body['blocked-uri']));
    this.log({ rule, blocked, page: withoutQuery(wordOf(body.documentURL ?? body['document-uri'])), count });
  }
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Addresses contain filters, and that of an email confirmation a secret. */
const withoutQuery = (address: string): string => (address.split(/[?#]/, 1)[0] ?? '').slice(0, 200);

export function addViolationReports(app: FastifyInstance, reports: ViolationReports): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: maxReportBytes },
      scope.getDefaultJsonParser('remove', 'remove'),
    );
    scope.addContentTypeParser('*', async () => {
      throw new HttpError(415, 'Send a report of a browser.');
    });
    scope.post(reportPath, { bodyLimit: maxReportBytes }, async (request, reply) => {
      for (const one of violationsOf(request.body)) reports.add(one);
      return reply.code(204).send();
    });
  });
}

/** @throws HttpError 400 */
function violationsOf(body: unknown): readonly Readonly<Record<string, unknown>>[] {
  const single = singleReport.safeParse(body);
  if (single.success) return [single.data['csp-report']];
  const list = reportingList.safeParse(body);
  if (!list.success) throw new HttpError(400, 'This is not a report of a browser.');
  return list.data.slice(0, maxReports).flatMap(({ type, body: of }) => (type === 'csp-violation' && of ? [of] : []));
}
