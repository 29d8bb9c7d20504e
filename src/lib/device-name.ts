/** Browser and system of a User-Agent header, in words. Pure. */

/** The first match wins: most browsers also name those that they derive from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const find = (list: typeof browsers, text: string): string | null =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** `Firefox on Windows`. A program without a known name keeps the start of its own. */
export function deviceName(userAgent: string): string {
  const text = userAgent.trim();
  if (text === '') return 'Unknown device';
  const [browser, system] = [find(browsers, text), find(systems, text)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? (text.split(/[\s/]/, 1)[0] ?? '').slice(0, 40);
}
