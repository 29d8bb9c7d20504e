/**
 * What a user takes to a place without a network: of an aircraft its briefing, ledger, page, newest messages, stations and the map of its
 * airport; of a list its rows. All of it is in the stores of its screens (decisions 44, 47).
 */
import { api } from '../../contract/api.ts';
import { type Audience, type EndpointId, permissionFor } from '../../contract/audience.ts';
import { audienceOf } from '../../contract/audience-of.ts';
import type { BaseLayer } from '../../contract/base-layers.ts';
import { dayMs, hourMs } from '../../contract/durations.ts';
import type { ListEndpoint, StoredEndpoint } from '../../contract/endpoint.ts';
import { type Briefing, briefing } from '../../contract/entities/briefing.ts';
import { faultLedger } from '../../contract/entities/faults.ts';
import { airportPage, stationPage } from '../../contract/entities/places.ts';
import { type Tail, tailDays, tail as tailPage, tailSpans } from '../../contract/entities/tail.ts';
import { readKnown } from '../../contract/known-values.ts';
import { parseInstant } from '../../contract/params.ts';
import type { OfflineArea } from '../../contract/tile-keeper.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { isRunning, sessionSignal } from '../session/session-signal.ts';
import { sessionStore } from '../session/session-store.ts';
import { useValue, valueStore } from '../ui/value-store.ts';
import { takeArea } from './area-download.ts';
import { areaOf, type Estimate, estimateOf } from './area-plan.ts';
import { storedRows, storeRows } from './list-resource.ts';
import { type ListRequest, listCall, sendList } from './list-wire.ts';
import { factsOf, responseId, storeResponse } from './offline/cached-responses.ts';
import {
  dropPack,
  everyPack,
  keepPack,
  meanRowBytes,
  type Pack,
  packTimes,
  refusePack,
  storedPacks,
} from './offline/packs.ts';
import { hasTileKeeper, sendToTileKeeper } from './offline/tile-keeper.ts';
import { readAny } from './response.ts';
import { send, serverNow } from './send.ts';

type Texts = Readonly<Record<string, string>>;
export type PackItem =
  | { readonly kind: 'tail'; readonly tail: string }
  | {
      readonly kind: 'list';
      readonly title: string;
      /** With its search: the screen shows these rows again. */
      readonly path: string;
      readonly endpoint: ListEndpoint;
      readonly request: Pick<ListRequest, 'filters' | 'window' | 'sort'>;
      readonly extra: Texts;
    };

/** Newest rows of a pack, and those of one request: each is a step of the progress. */
const mostRows = { tail: 2000, list: 5000 } as const;
const perRequest = 500;
/** Characters of a reception with its facts, and of the other responses of an aircraft, about: while nothing like them is stored. */
const usualRow = 1200;
const usualPages = 120_000;
const mostStations = 5;

const nameOf = (tail: string): string => tail.trim().toUpperCase().replace(/^\.+/, '');
const titleOf = (item: PackItem): string => (item.kind === 'tail' ? nameOf(item.tail) : item.title);
export const packIdOf = (item: PackItem): string =>
  item.kind === 'tail' ? `tail ${nameOf(item.tail)}` : `list ${item.path}`;

// ---- Whose pack

function caller(): { readonly audience: Audience; readonly company: string } {
  const state = sessionStore.get();
  if (state.kind !== 'in') return { audience: 'visitor', company: '' };
  return { audience: audienceOf(state.session), company: state.session.company?.trim() ?? '' };
}
const may = (id: EndpointId): boolean => permissionFor(id, caller().audience, true) === 'yes';

/** The raw list of the caller, as its screen requests it. */
function messagesOf(tail: string): Extract<PackItem, { kind: 'list' }> {
  const { audience, company } = caller();
  const isOfCompany = audience === 'customer';
  return {
    kind: 'list',
    title: tail,
    path: '',
    endpoint: isOfCompany ? api.acarsMessage.company : api.acarsMessage.allUsers,
    request: { filters: { tail }, window: { hours: (tailDays * dayMs) / hourMs }, sort: null },
    extra: isOfCompany && company !== '' ? { company } : {},
  };
}

/** Receptions of the aircraft on this device. */
export async function storedMessages(tail: string): Promise<number> {
  const { endpoint, extra } = messagesOf(tail);
  const found = await storedRows(endpoint, { filters: { tail }, window: null, sort: null }, extra);
  return found?.rows.length ?? 0;
}

// ---- The size, before anything is downloaded

/** `rows` = those that are taken, of `total`. `isMeasured` = by the mean of rows on this device, otherwise by a rule of thumb. */
export type PackSize = {
  readonly rows: number;
  readonly total: number;
  readonly bytes: number;
  readonly isMeasured: boolean;
};

/** Asks the server for the number of rows. @throws what `send` throws */
export async function packSize(item: PackItem, signal: AbortSignal): Promise<PackSize> {
  const session = sessionSignal();
  const rowsOf = item.kind === 'tail' ? messagesOf(nameOf(item.tail)) : item;
  const { endpoint, request, extra } = rowsOf;
  const counted = listCall(endpoint, { ...request, offset: 0, limit: 1 }, extra);
  const [{ count }, mean] = await Promise.all([
    sendList<object>(counted, { cause: 'user', signal }),
    meanRowBytes(endpoint.id, session),
  ]);
  const rows = Math.min(count, mostRows[item.kind]);
  const bytes = Math.round(rows * (mean ?? usualRow)) + (item.kind === 'tail' ? usualPages : 0);
  return { rows, total: count, bytes, isMeasured: mean !== null };
}

/** The map of the airport to which an aircraft flies. A sentence = why there is none. */
export type PackMap = { readonly area: OfflineArea; readonly estimate: Estimate } | string;

/** Around the airport, degrees of latitude; and its closest zoom: taxiways can be told apart. */
const halfDeg = 0.12;
const mapZoom = 13;

/** @throws what `send` throws */
export async function packMap(tail: string, signal: AbortSignal): Promise<PackMap> {
  if (!may(api.map.layers.id)) return 'Your account has no map.';
  if (!hasTileKeeper()) return 'This page cannot store tiles.';
  const { layers } = await send(api.map.layers, { cause: 'user', signal });
  const layer = layerFor(layers);
  if (!layer) return 'No layer on this server allows downloads. The built-in map needs no tiles.';
  const { leg } = await send(api.tail.briefing, { path: { id: nameOf(tail) }, cause: 'user', signal });
  if (!leg?.to || !leg.place) return 'The airport of this aircraft is not known.';
  const { to, place } = leg;
  const halfLon = halfDeg / Math.max(0.2, Math.cos((place.lat * Math.PI) / 180));
  const bounds = {
    ...{ south: place.lat - halfDeg, north: place.lat + halfDeg },
    ...{ west: place.lon - halfLon, east: place.lon + halfLon },
  };
  const plan = areaOf({ bounds }, layer, Math.min(mapZoom, layer.maxZoom));
  const { sums } = await sendToTileKeeper({ ask: 'sums' });
  const area = { ...plan, id: `airport ${to} ${layer.name}`, name: `Airport ${to}`, since: 0 };
  return { area, estimate: estimateOf(plan, sums) };
}

/** The closest of the wide layers are of no use at an airport. */
const layerFor = (layers: readonly BaseLayer[]): BaseLayer | undefined =>
  layers
    .filter(({ storing, unavailable, maxZoom }) => storing === 'areas' && !unavailable && maxZoom >= mapZoom - 3)
    .sort((a, b) => Number(b.name === 'main') - Number(a.name === 'main'))[0];

// ---- One run at a time, also after its dialog closes

/** `refused` = this browser stores nothing. */
type Outcome = 'taken' | 'cancelled' | 'failed' | 'refused';
export type PackRun = {
  readonly titles: readonly string[];
  /** What is being downloaded now. */
  readonly current: string;
  /** Requests and parts of the map. */
  readonly done: number;
  readonly of: number;
  /** On this device so far. */
  readonly bytes: number;
  /** null = it runs. */
  readonly outcome: Outcome | null;
};
const running = sessionScoped(
  (): AbortController | null => null,
  (control) => control?.abort(),
);
const shown = sessionScoped((): PackRun | null => null);
/** Counts changes of what was taken along. */
const changes = valueStore(0);

export const usePackRun = (): PackRun | null => useValue(shown);
export const usePackChanges = (): number => useValue(changes);
export const isTaking = (): boolean => shown.get()?.outcome === null;
export const cancelPacks = (): void => running.get()?.abort();
export const forgetPackRun = (): void => {
  if (!isTaking()) shown.drop();
};

type TakeOptions = {
  readonly by: Pack['by'];
  /** Maps to take, by `packIdOf` of the aircraft. */
  readonly maps?: ReadonlyMap<string, OfflineArea>;
};

/** Resolves when it has ended. A run in progress goes on, and this one is not begun. Never throws. */
export async function takePacks(items: readonly PackItem[], { by, maps = new Map() }: TakeOptions): Promise<void> {
  if (isTaking() || items.length === 0) return;
  const session = sessionSignal();
  const control = new AbortController();
  running.set(control);
  let state: PackRun = {
    ...{ titles: items.map(titleOf), current: titleOf(items[0] as PackItem), done: 0, of: items.length },
    ...{ bytes: 0, outcome: null },
  };
  const show = (part: Partial<PackRun>): void => {
    state = { ...state, ...part };
    if (isRunning(session)) shown.set(state);
  };
  show({});
  const end = (outcome: Outcome): void => show({ outcome, current: '' });
  const cancelled = async (): Promise<void> => {
    for (const item of items) await refusePack(packIdOf(item), serverNow(), session);
    end('cancelled');
  };
  try {
    for (const item of items) {
      show({ current: titleOf(item) });
      const maker = new PackMaker(session, control.signal, (steps) => {
        show({ of: state.of + steps.added, done: state.done + steps.done, bytes: state.bytes + steps.bytes });
      });
      const pack = await maker.make(item, maps.get(packIdOf(item)), by);
      show({ done: state.done + 1 });
      if (control.signal.aborted) return cancelled();
      if (!pack || !(await keepPack(pack, session))) return end('refused');
      changes.set(changes.get() + 1);
    }
    end('taken');
  } catch {
    if (control.signal.aborted) return cancelled();
    end('failed');
  }
}

type Steps = { readonly added: number; readonly done: number; readonly bytes: number };

class PackMaker {
  readonly #session: AbortSignal;
  readonly #signal: AbortSignal;
  readonly #onSteps: (steps: Steps) => void;
  readonly #ids: string[] = [];
  #bytes = 0;
  #rows = 0;
  #isStored = true;

  constructor(session: AbortSignal, signal: AbortSignal, onSteps: (steps: Steps) => void) {
    this.#session = session;
    this.#signal = signal;
    this.#onSteps = onSteps;
  }

  /** null = it cannot be stored. @throws what `send` throws */
  async make(item: PackItem, area: OfflineArea | undefined, by: Pack['by']): Promise<Pack | null> {
    if (item.kind === 'list') await this.#takeRows(item, mostRows.list);
    else await this.#takeTail(nameOf(item.tail));
    const areas = area ? await this.#takeMap(area) : [];
    if (!this.#isStored || !isRunning(this.#session)) return null;
    const path = item.kind === 'list' ? item.path : `/tail/${encodeURIComponent(nameOf(item.tail))}/briefing`;
    return {
      ...{ id: packIdOf(item), title: titleOf(item), path, at: serverNow(), by },
      ...{ bytes: this.#bytes, rows: this.#rows, areas, ids: this.#ids },
    };
  }

  async #takeTail(name: string): Promise<void> {
    const met = await this.#take<Briefing>(api.tail.briefing, { id: name }, name, (body) => readKnown(briefing, body));
    if (may(api.faults.ofTail.id))
      await this.#take(api.faults.ofTail, { tail: name }, name, (body) => readKnown(faultLedger, body));
    let page: Tail | null = null;
    for (const days of tailSpans) {
      const query = { days: String(days) };
      page = await this.#take<Tail>(
        api.tail.one,
        { id: name },
        `${name} ${days}`,
        (body) => readKnown(tailPage, body),
        query,
      );
    }
    await this.#takeRows(messagesOf(name), mostRows.tail);
    const stations = page?.stations.filter(({ isStation }) => isStation).slice(0, mostStations) ?? [];
    if (may(api.places.station.id))
      for (const { stationId } of stations)
        await this.#take(api.places.station, { stationId }, stationId, (body) => readKnown(stationPage, body));
    const to = met.leg?.to ?? '';
    if (may(api.places.airport.id) && /^[A-Z]{4}$/.test(to))
      await this.#take(api.places.airport, { icao: to }, to, (body) => readKnown(airportPage, body)).catch(
        this.#unlessMissing,
      );
  }

  /** An airport without a page is no reason to leave the rest. */
  readonly #unlessMissing = (error: unknown): null => {
    if ((error as { readonly status?: number | null }).status !== 404) throw error;
    this.#onSteps({ added: 0, done: 1, bytes: 0 });
    return null;
  };

  async #take<T>(
    call: StoredEndpoint,
    path: Texts,
    variant: string,
    read: (body: unknown) => T,
    query: Texts = {},
  ): Promise<T> {
    this.#onSteps({ added: 1, done: 0, bytes: 0 });
    const body = await send(call, { path, query, cause: 'user', signal: this.#signal }, readAny);
    const value = read(body);
    const storedAt = parseInstant(String((body as { asOf?: unknown }).asOf)) ?? serverNow();
    await storeResponse({ call, variant }, { value: body, storedAt }, this.#session);
    await this.#note(responseId({ call, variant }));
    return value;
  }

  async #takeRows({ endpoint, request, extra }: Extract<PackItem, { kind: 'list' }>, most: number): Promise<void> {
    for (let offset = 0; this.#isStored && isRunning(this.#session) && offset < most; offset += perRequest) {
      const call = listCall(endpoint, { ...request, offset, limit: perRequest }, extra);
      if (offset === 0) this.#onSteps({ added: 1, done: 0, bytes: 0 });
      const found = await sendList<object>(call, { cause: 'user', signal: this.#signal });
      if (offset === 0)
        this.#onSteps({
          added: Math.max(0, Math.ceil(Math.min(most, found.count) / perRequest) - 1),
          done: 0,
          bytes: 0,
        });
      const id = await storeRows(call, found, this.#session);
      this.#rows += found.rows.length;
      await this.#note(id);
      if (found.rows.length < perRequest) break;
    }
  }

  async #takeMap(area: OfflineArea): Promise<string[]> {
    this.#onSteps({ added: 1, done: 0, bytes: 0 });
    const result = await takeArea(area, this.#signal);
    const bytes = result?.bytes ?? 0;
    this.#bytes += bytes;
    this.#onSteps({ added: 0, done: 1, bytes });
    return result ? [area.id] : [];
  }

  async #note(id: string): Promise<void> {
    const facts = await factsOf(id, this.#session);
    this.#isStored = this.#isStored && facts !== null && facts !== undefined;
    this.#ids.push(id);
    this.#bytes += facts?.bytes ?? 0;
    this.#onSteps({ added: 0, done: 1, bytes: facts?.bytes ?? 0 });
  }
}

// ---- What is on the device

export const takenPacks = (): Promise<readonly Pack[] | null> => storedPacks(sessionSignal());

/** When a pack was last stored, removed or cancelled, by its id: epoch ms of the server, 0 = never. */
export async function takenTimes(): Promise<(packId: string) => number> {
  const times = await packTimes(sessionSignal());
  return (packId) => Math.max(times.get(packId) ?? 0, times.get(everyPack) ?? 0);
}

/** Call when the user has removed all stored data: what was noticed until now is not stored again without a press. Never throws. */
export const refuseAllPacks = (): Promise<void> => refusePack(everyPack, serverNow(), sessionSignal());

/** With its maps, except those of other packs. False: it could not be removed. */
export async function removePack(gone: Pack): Promise<boolean> {
  const session = sessionSignal();
  await refusePack(gone.id, serverNow(), session);
  const isGone = await dropPack(gone, session);
  const others = new Set((await storedPacks(session))?.flatMap(({ areas }) => areas));
  for (const id of gone.areas) if (!others.has(id)) await sendToTileKeeper({ ask: 'remove', id }).catch(() => false);
  changes.set(changes.get() + 1);
  return isGone;
}
