/** Messages as receivers send them, always the same. */
export type LineValues = {
  readonly secondsAgo?: number;
  readonly tail?: string;
  readonly flight?: string;
  readonly text?: string;
  readonly label?: string;
  readonly msgno?: string;
  readonly station?: string;
  readonly [field: string]: unknown;
};

const secondsNow = (): number => Math.floor(Date.now() / 1000);

/** One line of acarsdec. `timestamp` is `secondsAgo` before `nowS`. */
export function acarsdecLine(
  { secondsAgo = 60, station = 'CS-TEST-ACARS', ...values }: LineValues,
  nowS = secondsNow(),
): Record<string, unknown> {
  return {
    timestamp: nowS - secondsAgo,
    station_id: station,
    channel: 2,
    freq: 131.55,
    level: -12.5,
    error: 0,
    mode: '2',
    label: 'H1',
    block_id: '4',
    ack: 'A',
    msgno: 'M01A',
    assstat: 'skipped',
    app: { name: 'acarsdec', ver: 'v4.4.1' },
    ...values,
  };
}

/** One line of vdlm2dec with every field that a list can show. */
export function fullLine(values: LineValues = {}, nowS = secondsNow()): Record<string, unknown> {
  const line = {
    tail: 'N163US',
    flight: 'AA1545',
    text: 'POSN34420W108077,SJN,144906,350',
    end: true,
    alt: 35000,
    dsta: 'KABQ',
    icao: 0xa0f1bb,
    is_onground: 1,
    is_response: 1,
    lat: -34.7,
    lon: -108.128,
    toaddr: 0x10902a,
    ...values,
  };
  return acarsdecLine(line, nowS);
}

/** Lines a second apart, newest first, distinguished by tail and text. */
export function series(count: number, values: (index: number) => LineValues = () => ({})): Record<string, unknown>[] {
  // The same current time for all: otherwise two lines have the same time if a second begins between them.
  const nowS = secondsNow();
  return Array.from({ length: count }, (_, index) =>
    acarsdecLine(
      {
        secondsAgo: 30 + index,
        tail: `N${String(index).padStart(4, '0')}T`,
        flight: `TS${String(index).padStart(4, '0')}`,
        text: `TEST MESSAGE ${index}`,
        msgno: `M${String(index % 100).padStart(2, '0')}A`,
        ...values(index),
      },
      nowS,
    ),
  );
}

/** Texts that anyone with a transmitter can send to any reader. */
export const hostileTexts: readonly string[] = [
  '<script>window.__xss=1</script>',
  '<img src=x onerror="window.__xss=1">',
  '<svg onload=window.__xss=1>',
  '"><script>window.__xss=1</script>',
  "javascript:window.__xss=1//'",
  '<iframe srcdoc="<script>parent.__xss=1</script>">',
  '{{constructor.constructor("window.__xss=1")()}}',
  '<a href="javascript:window.__xss=1">press</a>',
  '<style>@import "//evil.invalid"</style>',
  '=HYPERLINK("http://evil.invalid")',
  '\u202Egnp.exe\u202C',
  '\u0000\u0007\u001b[31mred',
];
