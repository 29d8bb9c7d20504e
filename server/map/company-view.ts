/** Positions visible to a company: the rule of its messages (C38b, C117). The database is not queried per aircraft. */
import { LRUCache } from 'lru-cache';
import { icaoCode } from '../../contract/airline-code.ts';
import { foldCase } from '../../contract/filters.ts';
import { aging } from '../base/clock.ts';
import type { Query } from '../database/pool.ts';
import { type CompanyMarks, companyMarks } from '../messages/company-sql.ts';
import { icaoCodes } from '../reference/airlines.ts';
import type { AircraftState } from './aircraft-state.ts';
import { type Tracked, type View, viewOfAll } from './positions.ts';

/** Feeders and operators rarely change, while a map polls every few seconds. */
const cacheMs = 5000;
/** Companies cached at the same time. */
const maxViews = 50;

/** Access to an aircraft: all of it for its company, otherwise only what the company's receivers received. */
export type CompanyRule = {
  readonly isOwn: (icao: string, callsign: string | null) => boolean;
  readonly isOwnReceiver: (stationId: string) => boolean;
  readonly view: View;
};

/** `allCodes` = all airline codes of three letters. All texts in lower case. */
function companyRule(marks: CompanyMarks, allCodes: ReadonlySet<string>): CompanyRule {
  const [operated, owned] = [new Set(marks.operated.addresses), new Set(marks.owned.addresses)];
  const [codes, receivers] = [new Set([...marks.icaoCodes, ...marks.ruledCodes]), new Set(marks.receivers)];
  const isOwn: CompanyRule['isOwn'] = (icao, callsign) => {
    const address = foldCase(icao);
    if (operated.has(address)) return true;
    const code = icaoCode(callsign);
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

/** Points of its track visible to the company. */
export function ownPoints(rule: CompanyRule | null, { icao, all, track }: Tracked): Tracked['track'] {
  if (rule === null || rule.isOwn(icao, all.callsign)) return track;
  return track.filter(({ stationId }) => stationId !== null && rule.isOwnReceiver(stationId));
}

/** Rules of companies, queried again after some seconds. */
export class CompanyRules {
  private readonly rules = new LRUCache<string, Promise<CompanyRule | null>>({
    max: maxViews,
    ttl: cacheMs,
    ...aging,
  });

  constructor(private readonly db: Query) {}

  /** null = no company: everything is visible. */
  of(company: string | null): Promise<CompanyRule | null> {
    if (company === null) return Promise.resolve(null);
    const known = this.rules.get(company);
    if (known) return known;
    const rule = this.readRule(company);
    this.rules.set(company, rule);
    // A failure is not cached.
    rule.catch(() => this.rules.delete(company));
    return rule;
  }

  async viewOf(company: string | null): Promise<View> {
    return (await this.of(company))?.view ?? viewOfAll;
  }

  private async readRule(company: string): Promise<CompanyRule | null> {
    const [marks, codes] = await Promise.all([companyMarks(this.db, company), icaoCodes(this.db)]);
    return marks && companyRule(marks, new Set(codes));
  }
}
