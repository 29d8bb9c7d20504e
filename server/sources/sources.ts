/** All receivers of a running server: those of settings, and those added on the screen, which come and go without a restart (decision 62). */
import type { Receiver, Receivers as ReceiversAnswer } from '../../contract/entities/receivers.ts';
import { writeInstant } from '../../contract/params.ts';
import type { ReceiverKind } from '../../contract/receiver-kinds.ts';
import { isListener, receiverAddress } from '../../contract/receiver-rules.ts';
import { clock } from '../base/clock.ts';
import type { ForwardState } from '../base/ingest-counters.ts';
import { reasonInWords } from '../base/network-reasons.ts';
import type { Database } from '../database/pool.ts';
import type { AircraftJsonConfig } from '../map/aircraft-json-config.ts';
import type { Radio } from '../radio/radio.ts';
import type { RadioSource } from '../radio/radio-config.ts';
import type { ReceiverConfig } from '../receive/listeners/receiver-config.ts';
import type { Receivers } from '../receive/listeners/receivers.ts';
import {
  failedSource,
  type Live,
  ofAircraftJson,
  ofPort,
  ofRadio,
  type RunningSource,
  type StartPoll,
} from './running-source.ts';
import type { SourceSpec, StoredSource } from './stored-sources.ts';
import { storedSources } from './stored-sources.ts';

export type SourceParts = {
  readonly radio: Radio;
  readonly receivers: Receivers;
  /** Why the ports of RECEIVER_PORT are closed. null = they are open, or off. */
  readonly portError: Error | null;
  readonly poll: StartPoll;
};
type Settings = { readonly receivers: ReceiverConfig | null; readonly aircraftJson: AircraftJsonConfig };
/** What is received leaves by these. */
type Outlets = { readonly states: () => readonly ForwardState[] };
/** `running` null = paused. */
type Added = { stored: StoredSource; running: RunningSource | null };
type Fixed = Pick<Receiver, 'setting' | 'kind' | 'station' | 'address'> & { readonly running: RunningSource };

export class Sources {
  readonly #added = new Map<number, Added>();
  readonly #fixed: Fixed[] = [];
  #parts: SourceParts | null = null;
  #sinceMs = clock.now();
  /** Changes one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly settings: Settings,
    private readonly outlets: Outlets,
  ) {}

  get isStarted(): boolean {
    return this.#parts !== null;
  }

  /** `parts` are open, with the sources of the settings. */
  async start(parts: SourceParts): Promise<void> {
    this.#parts = parts;
    this.#sinceMs = clock.now();
    this.#addFixed(parts);
    for (const stored of await storedSources(this.db)) {
      const running = stored.isEnabled ? await this.#open(stored, parts) : null;
      this.#added.set(stored.id, { stored, running });
    }
  }

  /** The parts end by themselves. */
  async stop(): Promise<void> {
    const polls = [
      ...this.#fixed.map(({ running }) => running),
      ...[...this.#added.values()].flatMap((one) => one.running ?? []),
    ];
    this.#added.clear();
    this.#fixed.length = 0;
    await Promise.all(polls.map((one) => one.stop()));
  }

  read(): ReceiversAnswer {
    const ports = this.#parts?.receivers.ports ?? [];
    const fixed = this.#fixed.map(({ running, ...head }) => ({
      ...head,
      id: null,
      isEnabled: true,
      addedBy: null,
      addedOn: null,
      ...answerOf(running.live()),
    }));
    return {
      asOf: writeInstant(clock.now()),
      since: writeInstant(this.#sinceMs),
      receivers: [...fixed, ...[...this.#added.values()].map(answerOfAdded)],
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

  /** Opens what was stored. A listener that cannot be opened is listed with its error. */
  opened(stored: StoredSource): Promise<void> {
    return this.#inTurn(async (parts) => {
      this.#added.set(stored.id, { stored, running: await this.#open(stored, parts) });
    });
  }

  /** Stores nothing. */
  enabled(id: number, isEnabled: boolean): Promise<void> {
    return this.#inTurn(async (parts) => {
      const added = this.#added.get(id);
      if (!added || added.stored.isEnabled === isEnabled) return;
      await added.running?.stop();
      added.stored = { ...added.stored, isEnabled };
      added.running = isEnabled ? await this.#open(added.stored, parts) : null;
    });
  }

  removed(id: number): Promise<void> {
    return this.#inTurn(async () => {
      const added = this.#added.get(id);
      this.#added.delete(id);
      await added?.running?.stop();
    });
  }

  #inTurn(work: (parts: SourceParts) => Promise<void>): Promise<void> {
    const parts = this.#parts;
    if (!parts) return Promise.resolve();
    const done = this.#last.then(() => work(parts));
    this.#last = done.catch(() => {});
    return done;
  }

  #addFixed({ radio, receivers, portError, poll }: SourceParts): void {
    const { receivers: wanted, aircraftJson } = this.settings;
    const portHead = { setting: 'RECEIVER_PORT', kind: 'acars-listen', station: null } as const;
    const addressAt = (port: number): string =>
      receiverAddress({ kind: 'acars-listen', host: wanted?.host ?? '', port, path: '' });
    for (const port of receivers.ports)
      this.#fixed.push({ ...portHead, address: addressAt(port.port), running: ofPort(port, async () => {}) });
    for (const port of portError ? (wanted?.ports ?? []) : [])
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

function answerOfAdded({ stored, running }: Added): Receiver {
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
    ...(running ? answerOf(running.live()) : paused),
  };
}

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

function answerOf({ state, sinceMs, connections, error, meter, lastMs, lost = [] }: Live): LivePart {
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
