/** Calls of the API with their times, and failures by reason. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The app gives up after this time. */
const deadlineMs = 8000;

type Response = { readonly status: number; readonly text: string; readonly etag: string | null };
type Call = {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly token?: string;
  readonly body?: string;
  readonly type?: string;
  readonly etag?: string | null;
  readonly deadlineMs?: number;
};

export class Measures {
  readonly times = new Map<string, number[]>();
  readonly errors = new Map<string, number>();

  time(call: string, ms: number): void {
    const known = this.times.get(call);
    if (known) known.push(ms);
    else this.times.set(call, [ms]);
  }
  fail(call: string, reason: string): void {
    const key = `${call}: ${reason}`;
    this.errors.set(key, (this.errors.get(key) ?? 0) + 1);
  }
}

/** Nearest rank. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

/** A call with a name in the table. null = it failed, which is counted. */
export async function measured(
  measures: Measures,
  name: string,
  url: string,
  call: Call = {},
): Promise<Response | null> {
  const began = performance.now();
  try {
    const response = await callApi(url, call);
    if (response.status >= 400) {
      measures.fail(name, `HTTP ${response.status}`);
      return null;
    }
    measures.time(name, performance.now() - began);
    return response;
  } catch (error) {
    measures.fail(name, reasonOf(error));
    return null;
  }
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};

/** By node:http, which reuses connections as a browser does and does not decompress: the client costs little. */
export function callApi(url: string, call: Call = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (call.token) headers.authorization = `Bearer ${call.token}`;
  if (call.etag) headers['if-none-match'] = call.etag;
  if (call.body !== undefined) {
    headers['content-type'] = call.type ?? 'application/json';
    headers['content-length'] = String(Buffer.byteLength(call.body));
  }
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, { method: call.method ?? 'GET', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', fail);
      response.on('end', () => {
        clearTimeout(timer);
        if (!response.complete) return;
        const { etag } = response.headers;
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString(), etag: etag ?? null });
      });
    });
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    const limit = call.deadlineMs ?? deadlineMs;
    const timer = setTimeout(() => request.destroy(new Error(`no response within ${limit / 1000} s`)), limit);
    request.on('error', fail);
    request.end(call.body);
  });
}
