/**
 * Asking a service about one airport.
 * Must not: send anything but an ICAO code and the service's own key.
 */
import type { UpstreamDoor } from './fetch-upstream.ts';
import type { Service } from './upstream-config.ts';
import { UpstreamError } from './upstream-error.ts';

const timeoutMs = 3000;
const maxBytes = 2_000_000;

/** The answer's text; null = it knows nothing of this airport. `icao` = three or four capitals or digits. @throws UpstreamError */
export async function askByIcao(door: UpstreamDoor, service: Service | null, icao: string): Promise<string | null> {
  if (!service) throw notConfigured();
  const url = new URL(service.template.replace('{icao}', icao));
  const headers = { accept: 'application/json, text/plain', ...service.headers };
  const { status, body } = await door.fetch({ url, headers, timeoutMs, maxBytes });
  if (status === 401 || status === 403) throw new UpstreamError('wrong', 'the service refuses the key of this server.');
  // Services say in each of these ways that they have nothing.
  if (status === 204 || status === 400 || status === 404 || body.length === 0) return null;
  if (status !== 200) throw new UpstreamError('wrong', 'the service did not understand the question.');
  return body.toString('utf8');
}

export function notConfigured(): UpstreamError {
  return new UpstreamError('notConfigured', 'no such service is set up on this server.');
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws UpstreamError for what is no JSON */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError('wrong', 'the service sent something that cannot be read.');
  }
}
