/** Calls the API over plain HTTP, without code of the app. */
import { type DemoUser, demoPassword, type TestServer } from './server.ts';

export type ApiResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
};
export type Call = {
  readonly method?: string;
  readonly token?: string;
  readonly cookie?: string;
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly rawBody?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
};

/** `path` below the base, with its query. */
export async function callApi(
  server: Pick<TestServer, 'apiBase'>,
  path: string,
  call: Call = {},
): Promise<ApiResponse> {
  // Compression takes a tenth of the time of a call. Its tests request it.
  const headers: Record<string, string> = { 'accept-encoding': 'identity', ...call.headers };
  if (call.token) headers.authorization = `Bearer ${call.token}`;
  if (call.cookie) headers.cookie = call.cookie;
  const hasBody = call.body !== undefined || call.rawBody !== undefined;
  if (hasBody && !headers['content-type']) headers['content-type'] = 'application/json';
  const response = await fetch(`${server.apiBase}${path}`, {
    method: call.method ?? 'GET',
    headers,
    redirect: 'manual',
    ...(hasBody ? { body: (call.rawBody as BodyInit | undefined) ?? JSON.stringify(call.body) } : {}),
  });
  const text = await response.text();
  let json: unknown;
  try {
    json = text === '' ? undefined : JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

export type LoggedIn = { readonly token: string; readonly cookie: string; readonly userId: string };

/** Logs in like the app (C03) and reads the profile. */
export async function logIn(server: Pick<TestServer, 'apiBase'>, user: DemoUser): Promise<LoggedIn> {
  const reply = await callApi(server, '/account/authenticate', {
    method: 'POST',
    body: { username: user, password: demoPassword, role: '', terms: 0, company: '' },
  });
  if (reply.status !== 200) throw new Error(`Log-in of ${user} answered ${reply.status}: ${reply.text}`);
  const { token } = reply.json as { token: string };
  const cookie = reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const me = await callApi(server, '/account/me', { token });
  return { token, cookie, userId: (me.json as { user: { id: string } }).user.id };
}
