/** `/tiles/{layer}/{z}/{x}/{y}`: permission, existing tiles, and storage terms in the response. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api } from '../../contract/api.ts';
import { type BaseLayerName, baseLayerNames } from '../../contract/base-layer-names.ts';
import { clock } from '../base/clock.ts';
import { HttpError } from '../http/api-error.ts';
import { sendRefusal } from '../http/errors.ts';
import { type Callers, permit } from '../http/guard.ts';
import { cookieToken } from '../http/session-cookie.ts';
import type { TileAddress } from './tiles.ts';
import type { Upstream } from './upstream.ts';
import { refusalOf, UpstreamError } from './upstream-error.ts';

type TileParams = { layer: string; z: string; x: string; y: string };

type TileServices = {
  readonly upstream: Pick<Upstream, 'tiles'>;
  readonly sessions: Callers;
  readonly config: { readonly areCookieCallsOpen: boolean };
};

export function addTiles(app: FastifyInstance, services: TileServices): void {
  app.get('/tiles/:layer/:z/:x/:y', async (request, reply) => {
    await admit(request, services);
    const { layer: name, ...numbers } = request.params as TileParams;
    const layer = layerOf(name);
    const address = addressOf(numbers);
    const { minZoom, maxZoom, unavailable } = services.upstream.tiles.sources[layer];
    if (unavailable) throw new HttpError(404, unavailable);
    if (address.z < minZoom || address.z > maxZoom)
      throw new HttpError(404, `This layer has zooms from ${minZoom} to ${maxZoom}.`);
    return sendTile(layer, address, request, reply, services);
  });
}

/** Users who may see the map, by session cookie (images carry no token): an open call would use up the owner's keys. */
async function admit(request: FastifyRequest, { sessions, config }: TileServices): Promise<void> {
  const token = cookieToken(request.headers.cookie);
  const caller = token ? await sessions.callerOf(token, 'cookie') : null;
  if (!caller && config.areCookieCallsOpen) return;
  permit(api.map.layers, caller);
}

function layerOf(name: string): BaseLayerName {
  const layer = baseLayerNames.find((one) => one.toLowerCase() === name.toLowerCase());
  if (!layer) throw new HttpError(404, 'There is no such layer.');
  return layer;
}

/** Integers of an existing tile. */
function addressOf(numbers: Omit<TileParams, 'layer'>): TileAddress {
  const [z, x, y] = [numbers.z, numbers.x, numbers.y].map((text) => (/^\d{1,7}$/.test(text) ? Number(text) : -1));
  const side = 2 ** (z ?? -1);
  if (
    z === undefined ||
    x === undefined ||
    y === undefined ||
    z < 0 ||
    z > 22 ||
    x < 0 ||
    y < 0 ||
    x >= side ||
    y >= side
  )
    throw new HttpError(400, 'There is no such tile: z, x and y are whole numbers, x and y below 2 to the power of z.');
  return { z, x, y };
}

async function sendTile(
  layer: BaseLayerName,
  address: TileAddress,
  request: FastifyRequest,
  reply: FastifyReply,
  { upstream }: TileServices,
): Promise<FastifyReply> {
  const { storing } = upstream.tiles.sources[layer];
  try {
    const tile = await upstream.tiles.tile(layer, address);
    if (!tile) throw new HttpError(404, 'This layer has no tile there.');
    reply
      .header('x-tile-storing', storing)
      .header('etag', tile.etag)
      .header('cache-control', tile.maxAgeS > 0 ? `private, max-age=${tile.maxAgeS}` : 'no-store');
    if (request.headers['if-none-match'] === tile.etag) return reply.code(304).send();
    return reply.type(tile.type).send(tile.bytes);
  } catch (error) {
    // Not thrown: a map without a network would fill the log with its tiles. UpstreamClient has logged it once.
    if (error instanceof UpstreamError)
      return sendRefusal(reply, refusalOf(error, 'The layer is', 'ofTile', clock.now()));
    throw error;
  }
}
