/** A real MQTT broker: optional (CONTRIBUTING, "Tests"). */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { programHost, reservePort } from './reserved-ports.ts';

export const hasMosquitto = spawnSync('mosquitto', ['-h']).error === undefined;

/** Reports that the extra does not run. */
export function reportMosquitto(): void {
  if (!hasMosquitto)
    process.stdout.write('Not run: the tests with a real MQTT broker, because mosquitto is not installed.\n');
}

export type Broker = {
  /** Host and port. */
  readonly address: string;
  /** Without a disconnect: as a machine that loses its power. */
  kill(): Promise<void>;
  /** On the same port, without what it kept. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** `lines` = of its configuration. */
export async function startBroker(lines: readonly string[] = ['allow_anonymous true']): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-mosquitto-'));
  const port = await reservePort();
  const file = join(folder, 'mosquitto.conf');
  writeFileSync(
    file,
    [`listener ${port} ${programHost}`, 'persistence false', 'log_dest stderr', ...lines, ''].join('\n'),
  );
  let child = await run(file);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    address: `${programHost}:${port}`,
    kill: () => end('SIGKILL'),
    async start() {
      child = await run(file);
    },
    async stop() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when it accepts connections. */
async function run(file: string) {
  const child = spawn('mosquitto', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  await new Promise<void>((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`mosquitto ended with ${code}:\n${output}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (/mosquitto version \S+ running/.test(output)) ready();
    });
  });
  return child;
}

export type Heard = { readonly topic: string; readonly text: string; readonly isKept: boolean };

/** A program that subscribes to everything. `heard` = in the order of arrival. */
export async function listenTo({ address }: Broker): Promise<{
  readonly heard: Heard[];
  readonly client: MqttClient;
  stop(): Promise<void>;
}> {
  const heard: Heard[] = [];
  const client = await connectAsync(`mqtt://${address}`, { reconnectPeriod: 100 });
  client.on('message', (topic, payload, { retain }) => {
    heard.push({ topic, text: payload.toString('utf8'), isKept: retain });
  });
  client.on('error', () => {});
  await client.subscribeAsync('#', { qos: 1 });
  return { heard, client, stop: () => client.endAsync(true) };
}
