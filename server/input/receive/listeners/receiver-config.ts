/** Settings of the receiver ports. */
import { seenValue, words } from '../../../base/settings.ts';
import { StartupError } from '../../../base/startup-error.ts';

/** UDP and TCP addresses for receivers. */
export type ReceiverConfig = {
  readonly host: string;
  /** All read the same formats: the content decides. */
  readonly ports: readonly number[];
  /** It was set explicitly: a failure is then an error of the operator. */
  readonly isConfigured: boolean;
};

const maxPorts = 10;

/** Null = no port. 5555 is acarsdec's default. Not HOST: a port without keys is opened by its own setting only. */
export function readReceivers(env: NodeJS.ProcessEnv): ReceiverConfig | null {
  if (env.RECEIVER_PORT?.trim().toLowerCase() === 'off') return null;
  return {
    host: env.RECEIVER_HOST?.trim() || '127.0.0.1',
    ports: readPorts(env.RECEIVER_PORT),
    isConfigured: Boolean(env.RECEIVER_PORT?.trim() || env.RECEIVER_HOST?.trim()),
  };
}

function readPorts(text: string | undefined): number[] {
  const ports = words(text?.trim() ? text : '5555').map((word) => (/^\d{1,5}$/.test(word) ? Number(word) : Number.NaN));
  const isOwn = new Set(ports).size === ports.length;
  if (!isOwn || ports.length > maxPorts || ports.some((port) => !(port <= 65_535)))
    throw new StartupError(
      `RECEIVER_PORT must be up to ${maxPorts} different ports from 0 to 65535, or off${seenValue(text ?? '')}.`,
    );
  return ports;
}
