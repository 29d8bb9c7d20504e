/** Counts of status reports by period and hour. Times are epoch ms. Pure. */
import type { FeedType } from '../../../contract/entities/station-health.ts';
import type { Report } from './known-stations.ts';

type Counted = Pick<Report, 'frames' | FeedType>;
/** A report whose counts cover its period, from `from` to `at`. null = unknown. */
export type Period = Report & { readonly from: number | null };

/**
 * Some stations reset their counters with each report, others only at start: then the period begins at the previous report.
 * `reports` oldest first.
 */
export function periodsOf(reports: readonly Report[]): Period[] {
  return reports.map((report, index) => {
    const before = reports[index - 1];
    const goesOn = before !== undefined && report.startS !== null && before.startS === report.startS;
    const own = (field: keyof Counted): number | null => {
      const [value, earlier] = [report[field], before?.[field] ?? null];
      return goesOn && value !== null && earlier !== null && value >= earlier ? value - earlier : value;
    };
    const from = goesOn ? before.at : report.startS !== null ? report.startS * 1000 : (before?.at ?? null);
    const measured = {
      temperature: plausible(report.temperature, temperatures),
      wifi: plausible(report.wifi, wifiLevels),
    };
    const counted = { frames: own('frames'), ACARS: own('ACARS'), VDLM2: own('VDLM2'), ADSB: own('ADSB') };
    return { ...report, ...measured, from, ...counted };
  });
}

/** °C and dBm. Values beyond are sensor errors: one would distort the average of its hour, and the week's usual range. */
const temperatures = [-100, 200] as const;
const wifiLevels = [-200, 100] as const;
const plausible = (value: number | null, [least, most]: readonly [number, number]): number | null =>
  value !== null && value >= least && value <= most ? value : null;

/** Messages of all types. null = not counted. */
export function decodedIn({ ACARS, VDLM2, ADSB }: Counted): number | null {
  return plus(plus(ACARS, VDLM2), ADSB);
}
const plus = (a: number | null, b: number | null): number | null => (a === null ? b : a + (b ?? 0));

export type ReportedHour = Counted & {
  readonly reports: number;
  readonly temperature: number | null;
  readonly wifi: number | null;
};
const hourMs = 3_600_000;

/** By the hour's first instant. Only periods wholly within the hour count. */
export function reportedHours(periods: readonly Period[]): Map<number, ReportedHour> {
  const inHour = new Map<number, Period[]>();
  for (const period of periods) {
    const hour = Math.floor(period.at / hourMs) * hourMs;
    const others = inHour.get(hour);
    if (others) others.push(period);
    else inHour.set(hour, [period]);
  }
  return new Map([...inHour].map(([hour, some]) => [hour, hourOf(hour, some)]));
}

function hourOf(hour: number, periods: readonly Period[]): ReportedHour {
  const within = periods.filter(({ from }) => from !== null && from >= hour);
  const sum = (field: keyof Counted): number | null =>
    within.reduce<number | null>((total, period) => plus(total, period[field]), null);
  const average = (field: 'temperature' | 'wifi'): number | null => {
    const values = periods.map((period) => period[field]).filter((value) => value !== null);
    if (values.length === 0) return null;
    return Math.round((values.reduce((a, b) => a + b, 0) / values.length) * 10) / 10;
  };
  return {
    reports: periods.length,
    frames: sum('frames'),
    ACARS: sum('ACARS'),
    VDLM2: sum('VDLM2'),
    ADSB: sum('ADSB'),
    temperature: average('temperature'),
    wifi: average('wifi'),
  };
}
