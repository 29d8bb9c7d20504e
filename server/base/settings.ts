/** Reads values of settings from the environment. */
import { resolve } from 'node:path';
import { StartupError } from './startup-error.ts';

/** npm runs scripts in the repository. A relative path refers to the folder where it was typed. */
export function fromCaller(env: NodeJS.ProcessEnv, path: string): string {
  return resolve(env.INIT_CWD ?? process.cwd(), path);
}

/** @throws StartupError */
export function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new StartupError(`${name} must be a whole number from ${min} to ${max}, but it is '${text}'.`);
  return value;
}

/** `1001=ADDRESS` or `ADDRESS`. Addresses never start with a name without one of / : ? &. */
export function withStation(text: string): { readonly stationId: string | null; readonly address: string } {
  const [, stationId = null, address = ''] = /^(?:([^=/:?&]{1,100})=)?(.+)$/.exec(text) ?? [];
  return { stationId, address };
}

export function words(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter(Boolean);
}
