/** Clients of all other services. */
import { join } from 'node:path';
import type { Weather } from '../../../contract/entities/map.ts';
import type { Logger } from '../../http/guard.ts';
import { type Origin, UpstreamClient } from '../../outgoing/fetch-upstream.ts';
import { AirportService, type IsAirport, routesSource, weatherSource } from './airport-services.ts';
import { States } from './states.ts';
import { TileStore } from './tile-store.ts';
import { Tiles } from './tiles.ts';
import type { UpstreamConfig } from './upstream-config.ts';

export type Upstream = {
  readonly tiles: Tiles;
  readonly weather: AirportService<Weather>;
  readonly routes: AirportService<unknown[]>;
  readonly states: States;
  /** Aborts pending requests. */
  close(): void;
};

type Settings = {
  readonly upstream: UpstreamConfig;
  readonly dataDir: string;
  readonly version: string;
  readonly mail: { readonly publicUrl: string | null };
};

export function openUpstream(config: Settings, isAirport: IsAirport, log: Pick<Logger, 'warn'>): Upstream {
  const { tiles, tileCacheBytes, weather, routes, states } = config.upstream;
  const client = openClient(config, originsOf(config.upstream), log);
  return {
    tiles: new Tiles(client, new TileStore(join(config.dataDir, 'tiles'), tileCacheBytes), tiles),
    weather: new AirportService(client, isAirport, weatherSource(weather)),
    routes: new AirportService(client, isAirport, routesSource(routes)),
    states: new States(client, states),
    close: () => client.close(),
  };
}

/** What other services see of this server. */
export const userAgentOf = ({ version, mail }: Pick<Settings, 'version' | 'mail'>): string =>
  `Downlink/${version} (${mail.publicUrl ?? 'self-hosted aircraft message server'})`;

/** A client of these origins and no others. */
export function openClient(
  config: Pick<Settings, 'version' | 'mail'>,
  origins: readonly Origin[],
  log: Pick<Logger, 'warn'>,
): UpstreamClient {
  return new UpstreamClient(origins, userAgentOf(config), (facts) =>
    log.warn(facts, 'another service is left alone for a while'),
  );
}

function originsOf({ tiles, weather, routes, states }: UpstreamConfig): Origin[] {
  const one = (template: string, isOwners: boolean): Origin => ({
    origin: new URL(template.replace(/\{\w+\}/g, '0')).origin,
    isOwners,
  });
  return [
    ...Object.values(tiles).map((source) => one(source.template, source.isOwners)),
    ...[weather, routes].flatMap((service) => (service ? [one(service.template, service.isOwners)] : [])),
    ...(states ? [one(states.url, states.isOwners)] : []),
    ...(states?.client ? [one(states.client.tokenUrl, states.client.isOwners)] : []),
  ];
}
