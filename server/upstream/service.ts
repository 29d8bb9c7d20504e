/**
 * What every service behind the server has in common: that it may not be set up, and how its JSON is read.
 * Must not: ask one.
 */
import { UpstreamError } from './upstream-error.ts';

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
