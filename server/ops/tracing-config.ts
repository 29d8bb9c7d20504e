/** Settings of tracing: the standard variables of OpenTelemetry. The library reads all others of them itself. */
import { isRefusedAddress } from '../base/outgoing-address.ts';
import { StartupError } from '../base/startup-error.ts';

export type TracingConfig = {
  readonly version: string;
  /** Form of the sent spans. */
  readonly protocol: 'http/protobuf' | 'http/json';
};

/** null = off. @throws StartupError */
export function readTracing(env: NodeJS.ProcessEnv, version: string): TracingConfig | null {
  const exporter = env.OTEL_TRACES_EXPORTER?.trim() || null;
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim() || env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim();
  const isDisabled = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true';
  if (isDisabled || exporter === 'none' || (exporter === null && !endpoint)) return null;
  if (exporter !== null && exporter !== 'otlp')
    throw new StartupError('OTEL_TRACES_EXPORTER must be otlp or none. Downlink sends traces by OTLP only.');
  const host =
    endpoint && /^https?:\/\/[^/]/.test(endpoint) && URL.canParse(endpoint) ? new URL(endpoint).hostname : null;
  if (endpoint && (host === null || isRefusedAddress(host, { isOwners: true })))
    throw new StartupError('OTEL_EXPORTER_OTLP_ENDPOINT must be an address, such as http://127.0.0.1:4318.');
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL?.trim() || env.OTEL_EXPORTER_OTLP_PROTOCOL?.trim();
  if (protocol && protocol !== 'http/protobuf' && protocol !== 'http/json')
    throw new StartupError('OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json. gRPC is not supported.');
  return { version, protocol: protocol === 'http/json' ? protocol : 'http/protobuf' };
}
