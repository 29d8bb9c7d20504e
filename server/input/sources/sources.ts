/**
 * All receivers of a running server: those of settings, and those added on the screen, which start and stop without a restart (decision 8).
 * Of several servers one reads those of the screen (decision 28).
 */
import type { Receiver, Receivers as ReceiversResponse } from '../../../contract/entities/receivers.ts';
import { writeInstant } from '../../../contract/params.ts';
import type { ReceiverKind } from '../../../contract/receiver-kinds.ts';
import { isListener, receiverAddress } from '../../../contract/receiver-rules.ts';
import { clock } from '../../base/clock.ts';
import type { ForwardState, UdpCounts } from '../../base/ingest-counters.ts';
import { reasonInWords, reasonOf } from '../../base/outgoing-address.ts';
import { type CountedReason, SourceMeter } from '../../base/source-meter.ts';
import type { Database } from '../../database/pool.ts';
import type { AircraftJsonConfig, AircraftJsonSource, PollResult } from '../../map/aircraft-json.ts';
import type { OpenSource, Radio } from '../radio/radio.ts';
import type { RadioSource } from '../radio/radio-config.ts';
import type { ReceiverConfig } from '../receive/listeners/receiver-config.ts';
import type { ReceiverPort, Receivers } from '../receive/listeners/receivers.ts';
import { type SourceSpec, type StoredSource, storedSources } from './stored-sources.ts';

/** For the screens of other servers. */
const publishEveryMs = 2000;

type SourceParts = {
  readonly radio: Radio;
  readonly receivers: Receivers;
  /** Why the ports of RECEIVER_PORT are closed. null = they are open, or off. */
  readonly portError: Error | null;
  readonly poll: StartPoll;
};
type Settings = { readonly receivers: ReceiverConfig | null; readonly aircraftJson: AircraftJsonConfig };
type Servers = { readonly others: number };
/** What is received leaves by these. */
type Outlets = { readonly states: () => readonly ForwardState[] };
/** `running` null = paused. */
type Added = { stored: StoredSource; running: RunningSource | null };
type Fixed = Pick<Receiver, 'setting' | 'kind' | 'station' | 'address'> & { readonly running: RunningSource };

export class Sources {
  readonly #added = new Map<number, Added>();
  readonly #fixed: Fixed[] = [];
  #parts: SourceParts | null = null;
  /** It reads the receivers of the screen. */
  #isReading = false;
  #sinceMs = clock.now();
  /** Changes one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly settings: Settings,
    private readonly outlets: Outlets,
    private readonly servers: Servers,
  ) {}

  /** `parts` are open, with the sources of the settings. */
  start(parts: SourceParts): void {
    this.#parts = parts;
    this.#sinceMs = clock.now();
    this.#addFixed(parts);
  }

  /** The parts end by themselves. */
  async stop(): Promise<void> {
    await Promise.all(this.#fixed.splice(0).map(({ running }) => running.stop()));
  }

  /** Reads the receivers of the screen. Resolves to a function that ends it. */
  async beginReading(): Promise<() => Promise<void>> {
    this.#isReading = true;
    try {
      await this.changed();
    } catch (error) {
      this.#isReading = false;
      throw error;
    }
    const timer = setInterval(() => void this.#publish().catch(() => {}), publishEveryMs);
    timer.unref();
    return async () => {
      clearInterval(timer);
      this.#isReading = false;
      await this.#last;
      const all = [...this.#added.values()];
      this.#added.clear();
      await Promise.all(all.map(({ running }) => running?.stop()));
    };
  }

  async #publish(): Promise<void> {
    if (this.servers.others > 0 && this.#added.size > 0) await publishReceivers(this.db, this.#addedHere());
  }

  readonly #addedHere = (): Receiver[] => [...this.#added.values()].map(responseOfAdded);

  /** Those that another server reads, as it last reported them. */
  async #addedElsewhere(): Promise<Receiver[]> {
    const [stored, published] = await Promise.all([storedSources(this.db), publishedReceivers(this.db)]);
    return stored.map((one) => {
      const known = published.find(({ id }) => id === one.id);
      const isCurrent = known && (known.state !== 'paused') === one.isEnabled;
      return isCurrent ? known : unread(one);
    });
  }

  async read(): Promise<ReceiversResponse> {
    const added = this.#isReading ? this.#addedHere() : await this.#addedElsewhere();
    const ports = this.#parts?.receivers.ports ?? [];
    const fixed = this.#fixed.map(({ running, ...head }) => ({
      ...head,
      id: null,
      isEnabled: true,
      addedBy: null,
      addedOn: null,
      ...responseOf(running.live()),
    }));
    return {
      asOf: writeInstant(clock.now()),
      since: writeInstant(this.#sinceMs),
      receivers: [...fixed, ...added],
      decoderPorts: ports.map(({ host, port }) => ({ host, port })),
      forward: this.outlets.states().map((one) => ({ ...one, error: one.error && reasonInWords(one.error) })),
    };
  }

  /** Whether a setting reads from, or listens on, this place. */
  isSetting(spec: SourceSpec): boolean {
    const address = receiverAddress(spec).toLowerCase();
    const isPort = isListener(spec.kind) && (this.#parts?.receivers.ports ?? []).some(({ port }) => port === spec.port);
    return isPort || this.#fixed.some((one) => one.address.toLowerCase() === address);
  }

  /** The stored receivers changed, here or on another server: opens and closes them. A listener that cannot be opened is listed with its error. */
  changed(): Promise<void> {
    return this.#inTurn(async (parts) => {
      const stored = await storedSources(this.db);
      for (const [id, { running }] of [...this.#added])
        if (!stored.some((one) => one.id === id)) {
          this.#added.delete(id);
          await running?.stop();
        }
      for (const one of stored) await this.#apply(one, parts);
    });
  }

  async #apply(stored: StoredSource, parts: SourceParts): Promise<void> {
    const before = this.#added.get(stored.id);
    if (before?.stored.isEnabled === stored.isEnabled) return;
    await before?.running?.stop();
    const running = stored.isEnabled ? await this.#open(stored, parts) : null;
    this.#added.set(stored.id, { stored, running });
  }

  #inTurn(work: (parts: SourceParts) => Promise<void>): Promise<void> {
    const done = this.#last.then(async () => {
      if (this.#parts && this.#isReading) await work(this.#parts);
    });
    this.#last = done.catch(() => {});
    return done;
  }

  #addFixed({ radio, receivers, portError, poll }: SourceParts): void {
    const { receivers: configured, aircraftJson } = this.settings;
    const portHead = { setting: 'RECEIVER_PORT', kind: 'acars-listen', station: null } as const;
    const addressAt = (port: number): string =>
      receiverAddress({ kind: 'acars-listen', host: configured?.host ?? '', port, path: '' });
    for (const port of receivers.ports)
      this.#fixed.push({ ...portHead, address: addressAt(port.port), running: ofPort(port, async () => {}) });
    for (const port of portError ? (configured?.ports ?? []) : [])
      this.#fixed.push({ ...portHead, address: addressAt(port), running: failedSource(portError) });
    for (const open of radio.sources) {
      const { station, format, way, address } = open.source;
      const kind: ReceiverKind = way === 'listen' ? `${format}-listen` : format;
      this.#fixed.push({ setting: 'RADIO', kind, station, address, running: ofRadio(open, async () => {}) });
    }
    for (const source of aircraftJson.sources) {
      // A query may contain a key.
      const address = source.from.replace(/[?#].*$/s, '');
      const head = { setting: 'AIRCRAFT_JSON', kind: 'aircraft.json', station: source.stationId } as const;
      this.#fixed.push({ ...head, address, running: ofAircraftJson(source, poll) });
    }
  }

  async #open(spec: SourceSpec, { radio, receivers, poll }: SourceParts): Promise<RunningSource> {
    const { kind, host, port, station } = spec;
    try {
      if (kind === 'aircraft.json') return ofAircraftJson({ stationId: station, from: receiverAddress(spec) }, poll);
      if (kind === 'acars-listen') {
        const open = await receivers.open(host, port);
        return ofPort(open, () => receivers.close(open));
      }
      const open = await radio.open(radioSourceOf(spec));
      return ofRadio(open, () => radio.close(open));
    } catch (error) {
      return failedSource(error);
    }
  }
}

function radioSourceOf(spec: SourceSpec): RadioSource {
  const { kind, host, port, station } = spec;
  const [format] = kind.split('-') as [RadioSource['format']];
  const way = isListener(kind) ? 'listen' : 'connect';
  return { station, format, way, host, port, address: receiverAddress(spec) };
}

function responseOfAdded({ stored, running }: Added): Receiver {
  const { id, kind, station, isEnabled, addedBy, addedAt } = stored;
  return {
    id,
    setting: null,
    kind,
    station,
    address: receiverAddress(stored),
    isEnabled,
    addedBy,
    addedOn: writeInstant(addedAt.getTime()),
    ...(running ? responseOf(running.live()) : paused),
  };
}

/** Its server has not reported it yet. */
const unread = (stored: StoredSource): Receiver => {
  const response = responseOfAdded({ stored, running: null });
  return stored.isEnabled ? { ...response, state: 'waiting' } : response;
};

type LivePart = Omit<Receiver, 'id' | 'setting' | 'kind' | 'station' | 'address' | 'isEnabled' | 'addedBy' | 'addedOn'>;

const paused: LivePart = {
  state: 'paused',
  since: null,
  connections: 0,
  error: null,
  lastReceived: null,
  received: 0,
  lastMinute: 0,
  counts: [],
};

function responseOf({ state, sinceMs, connections, error, meter, lastMs, lost = [] }: Live): LivePart {
  return {
    state,
    since: sinceMs === null ? null : writeInstant(sinceMs),
    connections,
    error,
    lastReceived: lastMs === null ? null : writeInstant(lastMs),
    received: meter.received,
    lastMinute: meter.lastMinute(clock.now()),
    counts: [...lost, ...meter.reasons()],
  };
}

// ---- State of the receivers of the screen, from the server that reads them to the others.

type Query = Pick<Database, 'query'>;

/** Older: their server is gone. */
const currentMs = 10_000;

async function publishReceivers(db: Query, receivers: readonly Receiver[]): Promise<void> {
  await db.query(
    `insert into receiver_state (written_at, receivers) values ($1, $2)
     on conflict (one_row) do update set written_at = excluded.written_at, receivers = excluded.receivers`,
    [new Date(clock.now()), JSON.stringify(receivers)],
  );
}

async function publishedReceivers(db: Query): Promise<readonly Receiver[]> {
  const [row] = await db.query<{ receivers: Receiver[] }>(
    'select receivers from receiver_state where written_at > $1',
    [new Date(clock.now() - currentMs)],
  );
  return row?.receivers ?? [];
}

// ---- A receiver that is read, whatever its kind: opened, observed, closed.

type Live = {
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
type RunningSource = { readonly live: () => Live; readonly stop: () => Promise<void> };

/** Frames, or lines of a client. */
function ofRadio(open: OpenSource, stop: () => Promise<void>): RunningSource {
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

function ofPort(port: ReceiverPort, stop: () => Promise<void>): RunningSource {
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
function failedSource(error: unknown): RunningSource {
  const sinceMs = clock.now();
  const meter = new SourceMeter();
  const live: Live = { state: 'failed', sinceMs, connections: 0, error: reasonOf(error), meter, lastMs: null };
  return { live: () => live, stop: async () => {} };
}

type StartPoll = (source: AircraftJsonSource, onResult: (result: PollResult) => void) => () => Promise<void>;

/** Files are polled: the state is that of the last request. */
function ofAircraftJson(source: AircraftJsonSource, startPoll: StartPoll): RunningSource {
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
