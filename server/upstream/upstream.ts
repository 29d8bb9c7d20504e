/**
 * All that comes from other services, put together once for a server.
 * Must not: have behaviour of its own.
 */
import { join } from 'node:path';
import type { Weather } from '../../contract/entities/map.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../guard.ts';
import { AirportService, type IsAirport } from './airport-service.ts';
import { type Origin, UpstreamDoor } from './fetch-upstream.ts';
import { askingRoutes } from './routes.ts';
import { States } from './states.ts';
import { TileStore } from './tile-store.ts';
import { Tiles } from './tiles.ts';
import type { UpstreamConfig } from './upstream-config.ts';
import { askingWeather } from './weather.ts';

export type Upstream = {
  readonly tiles: Tiles;
  readonly weather: AirportService<Weather>;
  readonly routes: AirportService<unknown[]>;
  readonly states: States;
  /** Ends what is under way. */
  close(): void;
};

export function openUpstream(config: Config, isAirport: IsAirport, log: Pick<Logger, 'warn'>): Upstream {
  const { tiles, tileCacheBytes, weather, routes, states } = config.upstream;
  const userAgent = `Downlink/${config.version} (${config.mail.publicUrl ?? 'self-hosted aircraft message server'})`;
  const door = new UpstreamDoor(originsOf(config.upstream), userAgent, (facts) =>
    log.warn(facts, 'another service is left alone for a while'),
  );
  return {
    tiles: new Tiles(door, new TileStore(join(config.dataDir, 'tiles'), tileCacheBytes), tiles),
    weather: new AirportService(door, isAirport, askingWeather(weather)),
    routes: new AirportService(door, isAirport, askingRoutes(routes)),
    states: new States(door, states),
    close: () => door.close(),
  };
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
