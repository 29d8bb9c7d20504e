import { expect, test } from 'vitest';
import { statementFacts } from '../database/pool.ts';
import { readTracing } from './tracing-config.ts';

test('traces are on where the standard variables are set, and a form that is not supported is refused', () => {
  const read = (env: Record<string, string>) => readTracing(env, '1')?.protocol ?? null;
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector.lan:4318';
  expect(read({})).toBeNull();
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT })).toBe('http/protobuf');
  expect(read({ OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })).toBe('http/json');
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBeNull();
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeNull();
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('gRPC');
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' })).toThrow('must be an address');
  expect(() => read({ OTEL_TRACES_EXPORTER: 'zipkin' })).toThrow('otlp or none');
});

test.each([
  ["select 'from secrets' as text, x from acars_20261125 where a = $1", 'SELECT', 'acars'],
  ['with found as (select id from adsb) select count(*) from found', 'SELECT', 'adsb'],
  ['with old as (select 1) insert into rx_hour (a) values ($1)', 'INSERT', 'rx_hour'],
  ['select extract(epoch from received_at) from reception', 'SELECT', 'reception'],
  ['copy acars (a, b) from stdin', 'COPY', 'acars'],
  ['select pg_export_snapshot() as id', 'SELECT', undefined],
])('a span of a statement has verb and table: %s', (sql, verb, table) => {
  expect(statementFacts(sql)).toMatchObject({ 'db.operation.name': verb });
  expect(statementFacts(sql)['db.collection.name']).toBe(table);
});
