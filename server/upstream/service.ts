/** Shared by all services: missing configuration, and reading JSON. */
import { UpstreamError } from './upstream-error.ts';

export function notConfigured(): UpstreamError {
  return new UpstreamError('notConfigured', 'no service is configured on this server.');
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws UpstreamError for invalid JSON */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError('wrong', 'the service sent something that cannot be read.');
  }
}
