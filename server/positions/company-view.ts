/**
 * What a company sees of the positions in memory: the rule of its messages (company-scope.ts, C38b, C117) for aircraft whose newest state many
 * messages made. Must not: ask the database for each aircraft.
 */
import { foldCase } from '../../contract/filters.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { airlineCode } from '../reference/meeting.ts';
import { airlineCodes } from '../store/airlines.ts';
import { type CompanyMarks, companyMarks } from '../store/company-scope.ts';
import type { AircraftState } from './aircraft-state.ts';
import { type Tracked, type View, viewOfAll } from './positions.ts';

/** Who feeds a station or operates an aircraft changes now and then; a map asks every few seconds. */
const keepMs = 5000;
/** Companies asked for at the same time. */
const maxViews = 50;

/** Whose aircraft it is: the company's, so that all of it is seen; else only what the company's own receivers heard. */
export type CompanyRule = {
  readonly isOwn: (icao: string, callsign: string | null) => boolean;
  readonly isOwnReceiver: (stationId: string) => boolean;
  readonly view: View;
};

/** `allCodes` = codes before a flight's number that some airline has; all texts in small letters. */
export function companyRule(marks: CompanyMarks, allCodes: ReadonlySet<string>): CompanyRule {
  const [operated, owned] = [new Set(marks.operated.addresses), new Set(marks.owned.addresses)];
  const [codes, receivers] = [new Set(marks.codes), new Set(marks.receivers)];
  const isOwn: CompanyRule['isOwn'] = (icao, callsign) => {
    const address = foldCase(icao);
    if (operated.has(address)) return true;
    const code = airlineCode(callsign);
    if (code !== null && codes.has(code)) return true;
    return owned.has(address) && (code === null || !allCodes.has(code));
  };
  const isOwnReceiver: CompanyRule['isOwnReceiver'] = (stationId) => receivers.has(foldCase(stationId));
  const view: View = ({ icao, all, byStation }) => {
    if (isOwn(icao, all.callsign)) return all;
    let newest: AircraftState | null = null;
    for (const [stationId, state] of byStation)
      if (isOwnReceiver(stationId) && (state.placedAtMs ?? 0) > (newest?.placedAtMs ?? 0)) newest = state;
    return newest;
  };
  return { isOwn, isOwnReceiver, view };
}

/** The points of its track that the company sees. */
export function ownPoints(rule: CompanyRule | null, { icao, all, track }: Tracked): Tracked['track'] {
  if (rule === null || rule.isOwn(icao, all.callsign)) return track;
  return track.filter(({ stationId }) => stationId !== null && rule.isOwnReceiver(stationId));
}

/** Rules of companies, asked anew after some seconds. */
export class CompanyRules {
  private readonly rules = new Map<string, { readonly rule: Promise<CompanyRule | null>; readonly atMs: number }>();

  constructor(private readonly db: Pick<Database, 'query'>) {}

  /** null = no company: all is seen. */
  of(company: string | null): Promise<CompanyRule | null> {
    if (company === null) return Promise.resolve(null);
    const nowMs = clock.now();
    const known = this.rules.get(company);
    if (known && Math.abs(nowMs - known.atMs) < keepMs) return known.rule;
    if (this.rules.size >= maxViews) this.rules.clear();
    const rule = this.ask(company);
    this.rules.set(company, { rule, atMs: nowMs });
    // What failed is asked again at once.
    rule.catch(() => this.rules.delete(company));
    return rule;
  }

  async viewOf(company: string | null): Promise<View> {
    return (await this.of(company))?.view ?? viewOfAll;
  }

  private async ask(company: string): Promise<CompanyRule | null> {
    const [marks, codes] = await Promise.all([companyMarks(this.db, company), airlineCodes(this.db)]);
    return marks && companyRule(marks, new Set(codes));
  }
}
