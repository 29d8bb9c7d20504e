/**
 * Starts what receives: receivers of settings and of the screen, ports of decoders, and the forwarding of what arrives.
 * Own file: what is opened depends on the roles of the server.
 */
import type { FastifyInstance } from 'fastify';
import { every, type Stop } from './base/clock.ts';
import { StartupError } from './base/startup-error.ts';
import type { Config } from './config.ts';
import { Radio } from './input/radio/radio.ts';
import { type Receivers, startReceivers } from './input/receive/listeners/receivers.ts';
import { inAddress } from './listen.ts';
import { pollAircraftJson } from './map/aircraft-json.ts';
import type { Messages } from './messages/messages.ts';
import { limitFrames } from './ops/frame-limit.ts';
import type { Services } from './services.ts';

type Say = (line: string) => void;
const limitEveryMs = 3_600_000;

/** Receivers of settings and of the screen. @throws StartupError */
export async function startSources(app: FastifyInstance, services: Services, work: Messages, say: Say): Promise<Stop> {
  const { config, outbound, ingestCounters, sources, forward } = services;
  const parts = { messages: work, positions: outbound, counters: ingestCounters, log: app.log, outlet: forward };
  const radio = new Radio(config.radio, parts);
  const { receivers, portError } = await listenToReceivers(app, services, work, radio, say);
  const stopLimit = startFrameLimit(work, services, radio);
  const stop = async (): Promise<void> => {
    await stopLimit();
    await sources.stop();
    await receivers.stop();
    await radio.stop();
  };
  try {
    // Each was set explicitly, so a port in use prevents the start.
    await radio.start().catch((error: Error) => {
      throw new StartupError(`RADIO: ${error.message}`);
    });
    const { everyMs } = config.aircraftJson;
    sources.start({
      radio,
      receivers,
      portError,
      poll: (source, onResult) => pollAircraftJson({ sources: [source], everyMs }, outbound, app.log, onResult),
    });
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** With `ADSB_MAX_GB`, unless every frame is stored or rows are retained for ever. */
function startFrameLimit(work: Messages, { config, clockTrust }: Services, radio: Radio): Stop {
  const { retentionDays } = config;
  const { maxBytes, rawDays, keepSeconds } = config.radio;
  if (maxBytes === null || keepSeconds === null || retentionDays === 0) return async () => {};
  const limit = { maxBytes, rawDays, retentionDays };
  return every(limitEveryMs, async () => {
    const isTrusted = (await clockTrust.trustedTime()) !== null;
    radio.widen(await limitFrames(work, limit, isTrusted));
  });
}

/** UDP and TCP of decoders. A port in use is reported, and only prevents the start if it was set explicitly. */
async function listenToReceivers(
  app: FastifyInstance,
  { config, conditions, ingestCounters, forward }: Services,
  work: Messages,
  radio: Radio,
  say: Say,
): Promise<{ readonly receivers: Receivers; readonly portError: Error | null }> {
  const configured = config.receivers;
  const open = (ports: readonly number[]): Promise<Receivers> =>
    startReceivers(work, ingestCounters, app.log, {
      host: configured?.host ?? '127.0.0.1',
      ports,
      onTrouble: (sentence) => conditions.report('receivers', sentence),
      outlet: forward,
      frameReaders: (format, meter) => radio.frameReader(format, meter),
    });
  if (!configured) return { receivers: await open([]), portError: null };
  try {
    const receivers = await open(configured.ports);
    for (const { port } of receivers.ports)
      say(`Receivers may send to ${inAddress(configured.host)}:${port} (UDP or TCP)`);
    return { receivers, portError: null };
  } catch (error) {
    const trouble = receiverTrouble(error as NodeJS.ErrnoException, configured);
    if (configured.isConfigured || !(trouble instanceof StartupError)) throw trouble;
    say(`${trouble.message} Until then nothing is received over UDP or TCP.`);
    conditions.report('receivers', 'The receiver port is in use. Nothing is received over UDP or TCP.');
    return { receivers: await open([]), portError: error as Error };
  }
}

/** Destinations of what is received. Stopped after all that receives, so that the rest is sent. */
export async function startForward({ forward, ingestCounters }: Services): Promise<Stop> {
  ingestCounters.forwardStates = () => forward.states();
  try {
    await forward.start();
  } catch (error) {
    throw new StartupError(`FORWARD: ${(error as Error).message}`);
  }
  return () => forward.stop();
}

function receiverTrouble(
  error: NodeJS.ErrnoException & { readonly port?: number },
  { host, ports }: NonNullable<Config['receivers']>,
): Error {
  const port = error.port ?? ports[0] ?? 0;
  if (error.code === 'EADDRINUSE' || error.code === 'EACCES')
    return new StartupError(
      `The receiver port ${port} is already in use. Choose another one (RECEIVER_PORT=${port + 1}) or none (RECEIVER_PORT=off).`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartupError(`RECEIVER_HOST=${host} is not an address of this machine.`);
  return error;
}
