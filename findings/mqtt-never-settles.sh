#!/usr/bin/env bash
# mqtt (MQTT.js) 5.16.0 with reconnectPeriod 0: a publication with QoS 1 whose connection breaks is never settled, although 'close' was emitted.
# Its promise or callback waits for ever, until end(true) is called.
# end(true) after an end() that waits for a confirmation calls back at once, as if it had ended, and leaves the connection open. The README says that
# it closes the client right away, without waiting.
# Fail pending publications yourself on 'close', and destroy client.stream where an end must not wait.
# Exits with 0 while the behaviour is as described.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mqtt@5.16.0 >/dev/null
cat >run.mjs <<'JS'
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
const { version } = JSON.parse(readFileSync('node_modules/mqtt/package.json', 'utf8'));
console.log(`mqtt ${version}`);
/** Accepts a connection, and then does `onPublish` in place of a confirmation. */
async function broker(onPublish) {
  const server = createServer((socket) => {
    let packets = 0;
    socket.on('error', () => {});
    socket.on('data', () => (packets++ === 0 ? socket.write(Buffer.from([0x20, 2, 0, 0])) : onPublish(socket)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return connectAsync(`mqtt://127.0.0.1:${server.address().port}`, { reconnectPeriod: 0 });
}
const breaking = await broker((socket) => socket.destroy());
const closed = once(breaking, 'close');
let settled = 'never settled';
breaking.publish('topic', 'text', { qos: 1 }, () => (settled = 'settled'));
await closed;
await pause(1000);
console.log(`a publication whose connection broke a second ago: ${settled}`);
const silent = await broker(() => {});
silent.publish('topic', 'text', { qos: 1 });
silent.end();
let ended = 'no callback';
silent.end(true, {}, () => (ended = 'callback'));
await pause(1000);
const state = silent.stream.destroyed ? 'closed' : 'open';
console.log(`end(true) after a pending end(), a second later: ${ended}, connection ${state}`);
const isAsDescribed = version === '5.16.0' && settled === 'never settled' && ended === 'callback' && state === 'open';
if (!isAsDescribed) console.log('The behaviour is not as described.');
process.exit(isAsDescribed ? 0 : 1);
JS
node run.mjs
