/** A receiver that is read, whatever its kind: opened, observed, closed. */
import { clock } from '../base/clock.ts';
import type { UdpCounts } from '../base/ingest-counters.ts';
import { reasonInWords, reasonOf } from '../base/network-reasons.ts';
import { type CountedReason, SourceMeter } from '../base/source-meter.ts';
import type { AircraftJsonSource } from '../map/aircraft-json-config.ts';
import type { PollResult } from '../map/poll-aircraft-json.ts';
import type { OpenSource } from '../radio/radio.ts';
import type { ReceiverPort } from '../receive/listeners/receivers.ts';

export type Live = {
  readonly state: 'connected' | 'waiting' | 'failed';
  /** Of this state. null = unknown. */
  readonly sinceMs: number | null;
  readonly connections: number;
  readonly error: string | null;
  readonly meter: SourceMeter;
  /** Besides those of the meter. */
  readonly lost?: readonly CountedReason[];
  /** Of any bytes, where they are known. */
  readonly lastMs: number | null;
};
export type RunningSource = { readonly live: () => Live; readonly stop: () => Promise<void> };

/** Frames, or lines of a client. */
export function ofRadio(open: OpenSource, stop: () => Promise<void>): RunningSource {
  const { state, meter } = open;
  return {
    stop,
    live: () => ({
      // A listener without connections waits: its last connection may have ended as it should.
      state: state.connections > 0 ? 'connected' : state.error === null || open.port !== null ? 'waiting' : 'failed',
      sinceMs: state.sinceMs,
      connections: state.connections,
      error: state.error === null ? null : reasonInWords(state.error),
      meter,
      lastMs: state.lastByteMs,
    }),
  };
}

/** UDP has no connections: a port receives as long as something arrived recently. */
const recentMs = 600_000;

export function ofPort(port: ReceiverPort, stop: () => Promise<void>): RunningSource {
  return {
    stop,
    live: () => {
      const { connections, meter } = port;
      const isRecent = meter.lastMs !== null && clock.now() - meter.lastMs <= recentMs;
      return {
        state: connections > 0 || isRecent ? 'connected' : 'waiting',
        sinceMs: null,
        connections,
        error: null,
        meter,
        lost: lostOf(port.udp),
        lastMs: meter.lastMs,
      };
    },
  };
}

const lostOf = ({ dropped, lostInKernel }: UdpCounts): CountedReason[] =>
  [
    { kind: 'dropped', reason: 'UDP messages that arrived faster than they were stored', count: dropped } as const,
    { kind: 'dropped', reason: 'UDP datagrams lost by the system', count: lostInKernel ?? 0 } as const,
  ].filter(({ count }) => count > 0);

/** A listener that could not be opened: the Admin resumes it, or restarts the server. */
export function failedSource(error: unknown): RunningSource {
  const sinceMs = clock.now();
  const meter = new SourceMeter();
  const live: Live = { state: 'failed', sinceMs, connections: 0, error: reasonOf(error), meter, lastMs: null };
  return { live: () => live, stop: async () => {} };
}

export type StartPoll = (source: AircraftJsonSource, onResult: (result: PollResult) => void) => () => Promise<void>;

/** Files are polled: the state is that of the last request. */
export function ofAircraftJson(source: AircraftJsonSource, startPoll: StartPoll): RunningSource {
  const meter = new SourceMeter();
  let live: Live = { state: 'waiting', sinceMs: clock.now(), connections: 0, error: null, meter, lastMs: null };
  const stop = startPoll(source, (result) => {
    const isFailed = 'error' in result;
    const state = isFailed ? 'failed' : 'connected';
    const sinceMs = live.state === state ? live.sinceMs : clock.now();
    if (!isFailed) meter.receive(clock.now());
    const error = isFailed ? pollReason(result.error) : null;
    live = { state, sinceMs, connections: isFailed ? 0 : 1, error, meter, lastMs: meter.lastMs };
  });
  return { live: () => live, stop };
}

/** Texts of our own are clear, those of the system are not. */
function pollReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : reasonInWords(code);
}
