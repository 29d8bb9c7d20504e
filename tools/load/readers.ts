/** Simulated users: each opens one screen after the other, with the requests of that screen. */
import { api } from '../../contract/api.ts';
import { type Measures, measured } from './measured-calls.ts';
import type { LoadOptions } from './options.ts';

type Screen = { readonly name: string; readonly path: () => string };

const hourMs = 3_600_000;
/** `YYYY-MM-DD HH:mm:ss`, as the app writes it. */
const instant = (ms: number): string => encodeURIComponent(new Date(ms).toISOString().slice(0, 19).replace('T', ' '));
const windowOf = (hours: number, from: string, to: string): string => {
  const now = Date.now();
  return `${from}=${instant(now - hours * hourMs)}&${to}=${instant(now)}`;
};
const lastHours = (hours: number): string => windowOf(hours, 'acarsMessageDateTimeMin', 'acarsMessageDateTimeMax');

const { acarsMessage, map, overview, statistics, station } = api;
const page = 'offset=0&limit=50';
const screens: readonly Screen[] = [
  { name: 'list of messages', path: () => `${acarsMessage.allUsers.path}?${page}&${lastHours(2)}` },
  { name: 'map', path: () => map.currentLocation.path },
  { name: 'overview', path: () => overview.mine.path },
  { name: 'list of frames', path: () => `${acarsMessage.adsb.path}?${page}&${lastHours(2)}` },
  { name: 'filtered list', path: () => `${acarsMessage.allUsers.path}?${page}&label=H1&${lastHours(24)}` },
  { name: 'message counts', path: () => `${statistics.messagesNumber.path}?${windowOf(2, 'timeMin', 'timeMax')}` },
  { name: 'map', path: () => map.currentLocation.path },
  { name: 'list per aircraft', path: () => `${acarsMessage.withExtData.path}?${page}&${lastHours(2)}` },
  { name: 'time band', path: () => `${statistics.band.path}?from=${instant(Date.now() - 24 * hourMs)}` },
  { name: 'station status', path: () => station.health.path },
];

/** Reads until `signal`. Resolves when the last response is there. */
export async function read(
  options: LoadOptions,
  sessions: readonly string[],
  index: number,
  measures: Measures,
  signal: AbortSignal,
): Promise<void> {
  const token = sessions[index % sessions.length] ?? '';
  const etags = new Map<string, string | null>();
  const pauseMs = options.pauseS * 1000;
  // Readers begin evenly over the pause, each with another screen.
  await pause((index / Math.max(1, options.readers)) * pauseMs, signal);
  for (let turn = index; !signal.aborted; turn++) {
    const screen = screens[turn % screens.length];
    if (!screen) return;
    const began = performance.now();
    const path = screen.path();
    const etag = etags.get(path) ?? null;
    const response = await measured(measures, screen.name, `${options.apiBase}${path}`, { token, etag });
    if (response?.etag) etags.set(path, response.etag);
    await pause(Math.max(0, pauseMs - (performance.now() - began)), signal);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
