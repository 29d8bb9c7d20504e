/** Metrics for Prometheus (decision 26), and their permitted readers. Traces (decision 26). */
import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/api.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { programForFile, serverForFile } from '../support/file-server.ts';
import { acarsdecLine } from '../support/messages.ts';
import { read } from '../support/repository.ts';
import { startStandIn } from '../support/stand-in.ts';
import { addStation, makeKey } from '../support/stations.ts';
import { readSpans } from './spans-for-file.ts';

const key = 'a-key-for-the-monitor';
const server = serverForFile({ env: { METRICS_KEY: key } });
/** Stand-in for the collector of traces and the weather service. */
const collector = await startStandIn();
afterAll(() => collector.stop());
/** A separate program, because the library of traces reads the environment of its process. */
const open = programForFile({
  env: {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    METAR_URL: `${collector.url}/zzpath/{icao}?key=zzkey`,
  },
});

type Response = { readonly status: number; readonly text: string };
/** By node:http, which sends any Host header. */
function metrics(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/metrics`, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asking.on('error', reject).end();
  });
}
const withKey = async (): Promise<string> =>
  (await metrics(server.current.url, { authorization: `Bearer ${key}` })).text;
/** Value of a line such as `name{a="b"} 3`. */
const readValue = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

describe('who may read metrics', () => {
  test('with METRICS_KEY: only its bearer may, and no session', async () => {
    const { token } = await logIn(server.current, 'admin');
    const statuses = [{}, { authorization: `Bearer ${token}` }, { authorization: `Bearer ${key}x` }].map(
      async (headers) => (await metrics(server.current.url, headers as Record<string, string>)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 401]);
    expect((await metrics(server.current.url, { authorization: `Bearer ${key}` })).status).toBe(200);
  });

  test('without it: this machine may, but no proxy on it and no page of another host name', async () => {
    const { url } = open.current;
    const statuses = [{}, { host: 'rebound.example' }, { 'x-forwarded-for': '192.0.2.7' }, { via: '1.1 proxy' }].map(
      async (headers) => (await metrics(url, headers as Record<string, string>)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 403, 403, 403]);
  });
});

describe('contents', () => {
  test('stored messages by type and requests by call, with few labels: nothing that a client sent', async () => {
    const before = await withKey();
    const { token } = await logIn(server.current, 'parser');
    for (const path of ['/AcarsMessage/allUsers?limit=5', '/AcarsMessage/allUsers?text=zzsecret', '/zzunknown'])
      await callApi(server.current, path, { token });
    await fetch(`${server.current.url}/zzpage`);
    const text = await withKey();
    const calls = [...text.matchAll(/_request_seconds_count\{call="([^"]+)"\} (\d+)/g)].map(([, call, n]) => [call, n]);
    expect(Object.fromEntries(calls)).toMatchObject({ 'acarsMessage.allUsers': '2', other: '1' });
    expect(text).not.toMatch(/zz(secret|unknown|page)/);
    expect(calls.length).toBeLessThanOrEqual(endpoints.length + 4);
    expect(readValue(before, 'downlink_info{version="0.1.0"}')).toBe(1);
    expect(readValue(text, 'downlink_database_up')).toBe(1);
    expect(readValue(text, 'downlink_database_bytes')).toBeGreaterThan(1_000_000);
    expect(readValue(text, 'downlink_database_connections{pool="api",state="max"}')).toBe(16);
    expect(readValue(text, 'downlink_condition{name="database"}')).toBe(0);
    expect(readValue(text, 'downlink_disk_bytes{state="total"}')).toBeGreaterThan(0);
  });

  test('lines of a station: stored, duplicate and broken, and the messages by type', async () => {
    const db = openDatabase({ url: server.current.databaseUrl }, { max: 1 });
    const { token } = await logIn(server.current, 'admin');
    const station = await addStation(db, '8001', ['METRICS']);
    await db.close();
    const { key: stationKey } = await makeKey(server.current, token, station);
    const sentS = Math.floor(Date.now() / 1000) - 5;
    const lines = [0, 0, 1].map((more) =>
      JSON.stringify(acarsdecLine({ timestamp: sentS + more, text: 'metrics', station: 'METRICS' })),
    );
    const before = await withKey();
    const posted = await callApi(server.current, '/ingest/acars', {
      method: 'POST',
      token: stationKey,
      rawBody: [...lines, 'broken'].join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(posted.status, posted.text).toBe(200);
    const after = await withKey();
    const added = (series: string): number => (readValue(after, series) ?? 0) - (readValue(before, series) ?? 0);
    const outcome = (name: string): number => added(`downlink_received_total{source="post",outcome="${name}"}`);
    expect([outcome('stored'), outcome('duplicate'), outcome('broken')]).toEqual([2, 1, 1]);
    expect(added('downlink_stored_total{type="ACARS"}')).toBe(2);
    expect(readValue(after, 'downlink_stored_lag_seconds{type="ACARS"}')).toBeGreaterThan(3);
    expect(readValue(after, 'downlink_stored_lag_seconds{type="ACARS"}')).toBeLessThan(60);
  });

  test('each metric of the Grafana dashboard exists, and each of our metrics is on it', async () => {
    const text = await withKey();
    const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
    const dashboard = JSON.parse(read('docs/grafana-dashboard.json').text) as {
      readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
    };
    const used = new Set(
      dashboard.panels.flatMap(({ targets = [] }) =>
        targets.flatMap(({ expr }) => expr.match(/\b(?:downlink|process|nodejs)_\w+/g) ?? []),
      ),
    );
    expect([...used].filter((name) => !names.includes(name))).toEqual([]);
    const unused = names.filter((name) => name.startsWith('downlink_') && !name.endsWith('_sum') && !used.has(name));
    expect(unused).toEqual([]);
  });
});

describe('traces', () => {
  test('a call, its queries, a stored batch and an upstream request are spans; no value, path or secret is in them', async () => {
    const { token } = await logIn(open.current, 'admin');
    const db = openDatabase({ url: open.current.databaseUrl }, { max: 1 });
    const { key: stationKey } = await makeKey(open.current, token, await addStation(db, '8001', ['ZZNAME']));
    await db.close();
    const line = acarsdecLine({ text: 'zztext', tail: 'ZZ1', station: 'ZZNAME' });
    const headers = { 'content-type': 'application/x-ndjson' };
    await callApi(open.current, '/ingest/acars', { method: 'POST', token: stationKey, body: line, headers });
    await callApi(open.current, '/AcarsMessage/allUsers?text=zztext', { token });
    await callApi(open.current, '/External/metar/KJFK', { token });
    const weather = `GET ${collector.url}`;
    const expected = ['ingest.acars', 'store acars', 'acarsMessage.allUsers', weather];
    await expect
      .poll(() => readSpans(collector.requested).map(({ name }) => name))
      .toEqual(expect.arrayContaining([...expected, 'map.metar']));
    const spans = readSpans(collector.requested);
    const [posted, stored, list, requested] = expected.map((name) => spans.find((one) => one.name === name));
    const below = (parent: typeof list) => spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
    expect(list?.attributes).toMatchObject({
      'http.route': '/api/v1/AcarsMessage/allUsers',
      'http.response.status_code': 200,
      'downlink.request_id': expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(below(list).map(({ name }) => name)).toContain('SELECT acars');
    expect(stored?.parentSpanId).toBe(posted?.spanId);
    expect(stored?.attributes).toMatchObject({ 'downlink.batch.received': 1, 'downlink.batch.stored': 1 });
    expect(below(stored).map(({ name }) => name)).toContain('COPY acars');
    expect(spans.find(({ spanId }) => spanId === requested?.parentSpanId)?.name).toBe('map.metar');
    const sent = collector.requested.filter(({ path }) => path === '/v1/traces').map(({ body }) => body);
    expect(sent.join()).not.toMatch(/zz/i);
    for (const secret of [token, stationKey]) expect(sent.join()).not.toContain(secret);
  });
});
