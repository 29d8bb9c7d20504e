/** MQTT with a real broker: what is published, retained, kept while the broker is away, and left behind by a server that dies. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '../../server/base/clock.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { writeHits } from '../../server/telling/hits.ts';
import { MessageFeed } from '../../server/telling/mqtt/message-feed.ts';
import { type MqttConfig, readMqtt } from '../../server/telling/mqtt/mqtt-config.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { acarsdecLine } from '../support/messages.ts';
import { type Broker, type Heard, hasMosquitto, listenTo, reportMosquitto, startBroker } from '../support/mosquitto.ts';
import { root } from '../support/repository.ts';
import { startProgram, startServer, type TestServer } from '../support/server.ts';
import { addStation, makeKey } from '../support/stations.ts';

reportMosquitto();

describe('C161: settings of MQTT', () => {
  test('C161: the address has a user and a password, or these are settings of their own', () => {
    expect(readMqtt({})).toBeNull();
    expect(readMqtt({ MQTT_URL: 'mqtt://broker.lan' })).toEqual({
      ...{ isSecure: false, host: 'broker.lan', port: 1883, username: null, password: null },
      ...{ topic: 'downlink', discovery: 'homeassistant' },
    });
    expect(
      readMqtt({
        MQTT_URL: 'mqtts://me:p%40%2Fs@[fd00::1]:8884',
        MQTT_TOPIC: 'radio/north',
        MQTT_HOME_ASSISTANT: 'off',
      }),
    ).toEqual({
      ...{ isSecure: true, host: 'fd00::1', port: 8884, username: 'me', password: 'p@/s' },
      ...{ topic: 'radio/north', discovery: null },
    });
    expect(readMqtt({ MQTT_URL: 'mqtts://broker.lan', MQTT_USERNAME: 'me', MQTT_PASSWORD: 'p@s' })).toMatchObject({
      port: 8883,
      username: 'me',
      password: 'p@s',
    });
    for (const MQTT_URL of [
      'broker.lan:1883',
      'http://broker.lan',
      'mqtt://broker.lan/topic',
      'mqtt://me:a/b@broker.lan',
    ])
      expect(() => readMqtt({ MQTT_URL }), MQTT_URL).toThrow('MQTT_URL must be in the form');
    for (const MQTT_TOPIC of ['a/+/b', '#', '$SYS', '/a', 'a/', 'a b'])
      expect(() => readMqtt({ MQTT_TOPIC }), MQTT_TOPIC).toThrow('MQTT_TOPIC must be a topic');
  });
});

const row = (at: number, text = '') =>
  ({ timestamp: clock.now() / 1000, stationId: 'one', text: `${at}${text}` }) as never;

describe('C161: messages that wait for a broker', () => {
  test('C161: the newest 10,000 or 4 MiB wait, and the dropped ones are counted', async () => {
    const config: MqttConfig = {
      ...{
        isSecure: false,
        host: '127.0.0.1',
        port: 1,
        username: null,
        password: null,
        topic: 'downlink',
        discovery: null,
      },
    };
    const feed = new MessageFeed({ config, onState: () => {} });
    feed.take(Array.from({ length: 10_050 }, (_, at) => row(at)));
    expect([feed.waiting, feed.dropped]).toEqual([10_000, 50]);
    // 64 of 64 KiB and their names are more than 4 MiB.
    feed.take(Array.from({ length: 64 }, (_, at) => row(at, 'x'.repeat(65_536))));
    expect([feed.waiting, feed.dropped]).toEqual([63, 10_051]);
    feed.take([{ ...(row(1) as object), timestamp: clock.now() / 1000 - 3601 } as never]);
    expect(feed.waiting).toBe(63);
    await feed.stop();
  });
});

/** What Home Assistant requires of these entities (homeassistant/components/mqtt: schemas, sensor, binary_sensor, discovery). */
const discoveryTopic = /^homeassistant\/(sensor|binary_sensor)\/[a-zA-Z0-9_-]+\/[a-zA-Z0-9_-]+\/config$/;
const allowed = {
  entity: new Set([
    ...['name', 'unique_id', 'state_topic', 'value_template', 'icon', 'device', 'origin', 'json_attributes_topic'],
    ...[
      'availability_topic',
      'payload_available',
      'payload_not_available',
      'device_class',
      'payload_on',
      'payload_off',
    ],
    ...['state_class', 'unit_of_measurement'],
  ]),
  device: new Set(['identifiers', 'name', 'manufacturer', 'model', 'sw_version', 'via_device', 'configuration_url']),
  origin: new Set(['name', 'sw_version', 'support_url']),
};
function discoveryFaults({ topic, text }: Heard): string[] {
  const config = JSON.parse(text) as Record<string, never> & { device: object; origin: object };
  const unknown = (of: object, names: Set<string>) => Object.keys(of).filter((name) => !names.has(name));
  const isBinary = topic.includes('/binary_sensor/');
  return [
    ...(discoveryTopic.test(topic) ? [] : [topic]),
    ...unknown(config, allowed.entity),
    ...unknown(config.device, allowed.device),
    ...unknown(config.origin, allowed.origin),
    ...['name', 'unique_id', 'state_topic', 'availability_topic'].filter((name) => typeof config[name] !== 'string'),
    ...(isBinary && config.device_class !== 'connectivity' ? ['device_class'] : []),
    ...(!isBinary && config.state_class !== 'measurement' ? ['state_class'] : []),
  ];
}

describe.runIf(hasMosquitto)('C161: a server and its broker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-mqtt-'));
  const aircraftJson = join(folder, 'aircraft.json');
  const place = (lat: number) =>
    writeFileSync(
      aircraftJson,
      JSON.stringify({ now: Date.now() / 1000, aircraft: [{ hex: '4a08d1', lat, lon: 25, seen_pos: 0, seen: 0 }] }),
    );
  let broker: Broker;
  const brokerEnv = () => ({ MQTT_URL: `mqtt://${broker.address}`, PUBLIC_URL: 'https://radio.example' });
  let server: TestServer;
  let db: Database;
  let ear: Awaited<ReturnType<typeof listenTo>>;
  let key: string;
  let admin: string;
  beforeAll(async () => {
    place(45);
    broker = await startBroker();
    ear = await listenTo(broker);
    server = await startServer({ env: { ...brokerEnv(), AIRCRAFT_JSON: aircraftJson } });
    db = openDatabase({ url: server.databaseUrl }, { max: 2 });
    admin = (await logIn(server, 'admin')).token;
    const station = await addStation(db, '8001', ['CS-8001-ACARS', 'N/+8001#']);
    ({ key } = await makeKey(server, admin, station));
  });
  afterAll(async () => {
    await db?.close();
    await server?.dispose();
    await ear?.stop();
    await broker?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    clock.offsetMs = 0;
  });

  const heardOn = (topic: string): Heard[] => ear.heard.filter((one) => one.topic === topic);
  const post = async (text: string, station = 'CS-8001-ACARS', secondsAgo = 5, to = server): Promise<void> => {
    const response = await callApi(to, '/ingest/acars', {
      method: 'POST',
      token: key,
      rawBody: JSON.stringify(acarsdecLine({ text, station, secondsAgo })),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(response.json, response.text).toMatchObject({ stored: 1 });
  };
  const conditionOf = async (): Promise<string | undefined> => {
    const { json } = await callApi(server, '/health');
    const { conditions } = json as { conditions: { name: string; message: string }[] };
    return conditions.find(({ name }) => name === 'mqtt')?.message;
  };
  /** Of a rule for everyone, with MQTT. */
  async function notice(eventKey: string): Promise<void> {
    const ways = { push: false, email: 'none', webhooks: [], mqtt: true };
    const all = [{ field: 'tail', values: ['NONE'] }];
    await db.transaction(async (tx) => {
      const [rule] = await tx.query<{ id: string }>(
        `insert into watch_rules (owner, user_id, written_by, name, is_enabled, body)
         select 'all', id, user_name, 'Faults', true, $1 from users where user_name = 'admin' returning id::text`,
        [JSON.stringify({ all, not: [], scope: 'every', ways, quiet: 'none' })],
      );
      const written = await writeHits(tx, [
        {
          ...{ ruleId: rule?.id ?? '', eventKey, kind: 'fault', isEmergency: false, isLate: false, events: 1 },
          ...{ at: new Date(clock.now()).toISOString(), title: `New fault ${eventKey}`, words: 'Hydraulic pump.' },
          ...{ path: '/faults/D-ABCD', tail: 'D-ABCD', icao: null, flight: null, stationNumber: null },
          receptions: [],
        },
      ]);
      expect(written).toBe(1);
    });
  }

  test('C161: state, stations and documents of Home Assistant are retained, aircraft are published as they change', async () => {
    await expect.poll(() => heardOn('downlink/status').map(({ text }) => text)).toContain('online');
    await expect.poll(() => heardOn('downlink/aircraft').length).toBeGreaterThan(0);
    expect(JSON.parse(heardOn('downlink/aircraft')[0]?.text ?? '')).toMatchObject({
      aircraft: [{ icao: '4A08D1', lat: 45, lon: 25 }],
    });
    place(45.001);
    await expect.poll(() => heardOn('downlink/aircraft').some(({ text }) => text.includes('"lat":45.001'))).toBe(true);
    // A subscriber that comes later.
    const later = await listenTo(broker);
    const [station] = await db.query<{ station: string }>(
      'select station_id as station from stations where is_demo order by id',
    );
    const stateTopic = `downlink/stations/${station?.station}`;
    await expect.poll(() => later.heard.some(({ topic }) => topic === stateTopic)).toBe(true);
    await expect
      .poll(() => later.heard.some(({ topic }) => topic === 'homeassistant/sensor/downlink/notices/config'))
      .toBe(true);
    expect(later.heard.every(({ isKept, topic }) => isKept || topic === 'downlink/aircraft')).toBe(true);
    const state = JSON.parse(later.heard.find(({ topic }) => topic === stateTopic)?.text ?? '');
    expect(state).toMatchObject({ station: station?.station, messagesPerHour: expect.any(Number) });
    expect(state.isFeeding).toBe(state.state === 'feeding');
    const documents = later.heard.filter(({ topic }) => topic.startsWith('homeassistant/'));
    expect(documents.flatMap(discoveryFaults)).toEqual([]);
    const configs = documents.map(({ text }) => JSON.parse(text));
    expect(new Set(configs.map((config) => config.unique_id)).size).toBe(configs.length);
    const ofStation = configs.filter((config) => config.state_topic === stateTopic);
    expect(ofStation.map((config) => config.name).sort()).toEqual(['Connection', 'Messages per hour']);
    expect(ofStation[0]?.device.configuration_url).toBe(
      `https://radio.example/stationStatus?stationId=${station?.station}`,
    );
    await later.stop();
  });

  test('C161: each message is on the topic of its station, whatever its name; old ones are not published', async () => {
    await post('WORDS TO THE BROKER');
    await post('FROM A STRANGE NAME', 'N/+8001#');
    await post('OF YESTERDAY', 'CS-8001-ACARS', 86_400);
    await post('THE LAST ONE');
    await expect.poll(() => ear.heard.some(({ text }) => text.includes('THE LAST ONE'))).toBe(true);
    expect(JSON.parse(heardOn('downlink/messages/CS-8001-ACARS')[0]?.text ?? '')).toMatchObject({
      ...{ stationId: 'CS-8001-ACARS', label: 'H1', text: 'WORDS TO THE BROKER' },
    });
    expect(heardOn('downlink/messages/N%2F%2B8001%23')).toHaveLength(1);
    expect(ear.heard.some(({ text }) => text.includes('OF YESTERDAY'))).toBe(false);
    const metrics = await fetch(`${server.url}/metrics`);
    expect(await metrics.text()).toContain('downlink_mqtt_messages_total{outcome="sent"} 3\n');
  });

  test('C161: a notice is published once, and counted until someone takes it', async () => {
    await notice('first');
    await expect.poll(() => heardOn('downlink/notices').length).toBe(1);
    expect(JSON.parse(heardOn('downlink/notices')[0]?.text ?? '')).toMatchObject({
      total: 1,
      notices: [{ title: 'New fault first', url: 'https://radio.example/faults/D-ABCD' }],
    });
    await expect
      .poll(() => JSON.parse(heardOn('downlink/notices/new').at(-1)?.text ?? '{}'))
      .toMatchObject({ new: 1, title: 'New fault first' });
    const sent = () => db.query(`select from watch_deliveries where way = 'mqtt' and sent_at is not null`);
    await expect.poll(async () => (await sent()).length).toBe(1);
    expect(heardOn('downlink/notices')).toHaveLength(1);
  });

  test('C161: while the broker is away storing continues, the Admin is informed, and everything arrives in order afterwards', async () => {
    expect(await conditionOf()).toBeUndefined();
    await broker.kill();
    await expect.poll(conditionOf).toMatch(/^The MQTT broker is unreachable: /);
    const texts = Array.from({ length: 150 }, (_, at) => `WAITING ${String(at).padStart(3, '0')}`);
    const lines = texts.map((text, at) => acarsdecLine({ text, station: 'CS-8001-ACARS', secondsAgo: 300 - at }));
    const response = await callApi(server, '/ingest/acars', {
      method: 'POST',
      token: key,
      rawBody: lines.map((line) => JSON.stringify(line)).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(response.json).toMatchObject({ stored: 150 });
    await notice('second');
    const waits = () =>
      db.query(`select from watch_deliveries where way = 'mqtt' and attempts = 1 and begun_at is null`);
    await expect.poll(async () => (await waits()).length).toBe(1);
    // An hour later it was tried seven times, and the next attempt is far away.
    for (let minutes = 1; minutes <= 32; minutes *= 2) {
      clock.offsetMs += minutes * 60_000;
      await expect
        .poll(
          async () =>
            // Its end sets the time of the next one, so the clock must not advance before it.
            (
              await db.query(`select from watch_deliveries where way = 'mqtt' and attempts = $1 and begun_at is null`, [
                2 + Math.log2(minutes),
              ])
            ).length,
        )
        .toBe(1);
    }
    ear.heard.length = 0;
    await broker.start();
    await expect.poll(() => ear.client.connected, { timeout: 30_000 }).toBe(true);
    await expect
      .poll(() => ear.heard.filter(({ text }) => text.includes('WAITING ')).length, { timeout: 30_000 })
      .toBe(150);
    const arrived = ear.heard.flatMap(({ text }) => /WAITING \d+/.exec(text) ?? []);
    expect(arrived).toEqual(texts);
    await expect.poll(conditionOf, { timeout: 30_000 }).toBeUndefined();
    await expect.poll(() => heardOn('downlink/status').at(-1)?.text).toBe('online');
    // It does not wait for its next attempt.
    await expect.poll(() => heardOn('downlink/notices').length).toBe(1);
  });

  test('C161: of two servers each publishes its own messages, and one of them the rest', async () => {
    const second = await startServer({ env: brokerEnv(), database: server.databaseUrl });
    try {
      ear.heard.length = 0;
      await post('BY THE FIRST');
      await post('BY THE SECOND', 'CS-8001-ACARS', 5, second);
      await expect.poll(() => heardOn('downlink/messages/CS-8001-ACARS').length).toBe(2);
      await server.restart();
      await expect.poll(() => heardOn('downlink/status').map(({ text }) => text)).toEqual(['offline', 'online']);
      await post('BY THE FIRST AGAIN');
      await notice('of two');
      await expect.poll(() => heardOn('downlink/notices').length).toBe(1);
      await expect.poll(() => heardOn('downlink/messages/CS-8001-ACARS').length).toBe(3);
    } finally {
      await second.dispose();
    }
    // Whichever had the rest: it is published again.
    await expect.poll(() => heardOn('downlink/status').at(-1)?.text).toBe('online');
  });

  test('C161: a station that is removed disappears; the server reports its end itself', async () => {
    const before = (await db.query<{ station: string }>('select station_id as station from stations order by id'))[0]
      ?.station;
    const topics = () => [...new Set(ear.heard.filter(({ text }) => text === '').map(({ topic }) => topic))].sort();
    await server.restart();
    await db.query('delete from stations where station_id = $1', [before]);
    ear.heard.length = 0;
    await server.restart();
    await expect
      .poll(topics)
      .toEqual(
        [
          `downlink/stations/${before}`,
          `homeassistant/binary_sensor/downlink/station_${before}_connection/config`,
          `homeassistant/sensor/downlink/station_${before}_messages/config`,
        ].sort(),
      );
    expect(JSON.parse(heardOn('downlink/stations/8001').at(-1)?.text ?? '')).toMatchObject({
      ...{ station: '8001', state: 'feeding', isFeeding: true },
    });
    const states = heardOn('downlink/status').map(({ text }) => text);
    expect(states).toEqual(['offline', 'online']);
  });
});

describe.runIf(hasMosquitto)('C161: TLS, passwords and the last will', () => {
  const tls = join(root, 'tests/support/tls');
  let broker: Broker;
  let closed: Broker;
  beforeAll(async () => {
    closed = await startBroker(['allow_anonymous false']);
    broker = await startBroker([
      'allow_anonymous true',
      `certfile ${tls}/test-only.cert.pem`,
      `keyfile ${tls}/test-only.key.pem`,
    ]);
  });
  afterAll(async () => {
    await broker?.stop();
    await closed?.stop();
  });

  test('C161: a server that is killed is offline for subscribers, over TLS with a trusted certificate', async () => {
    const { connectAsync } = await import('mqtt');
    const client = await connectAsync(`mqtts://${broker.address}`, { rejectUnauthorized: false });
    const states: string[] = [];
    client.on('message', (_topic, payload) => states.push(payload.toString()));
    await client.subscribeAsync('radio/north/status');
    const program = await startProgram({
      env: {
        MQTT_URL: `mqtts://${broker.address}`,
        MQTT_TOPIC: 'radio/north',
        NODE_EXTRA_CA_CERTS: `${tls}/test-only.cert.pem`,
      },
    });
    try {
      await expect.poll(() => states).toEqual(['online']);
      await program.kill();
      await expect.poll(() => states).toEqual(['online', 'offline']);
    } finally {
      await program.dispose();
      await client.endAsync(true);
    }
  });

  test('C161: a broker that refuses the user, or whose certificate is not trusted, is named with the reason', async () => {
    for (const [MQTT_URL, reason] of [
      [`mqtt://me:wrong@${closed.address}`, 'the user is not allowed to connect'],
      [`mqtts://${broker.address}`, 'the certificate is not trusted'],
    ] as const) {
      const server = await startServer({ env: { MQTT_URL } });
      try {
        const health = async () => (await callApi(server, '/health')).text;
        await expect.poll(health).toContain(`The MQTT broker is unreachable: ${reason}`);
        expect(server.log()).not.toContain('wrong');
      } finally {
        await server.dispose();
      }
    }
  });
});
