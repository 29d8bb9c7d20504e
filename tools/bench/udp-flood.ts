/** Datagrams of decoders at a fixed rate: UDP has no way to slow a sender down. */
import { createSocket } from 'node:dgram';
import { setTimeout as pause } from 'node:timers/promises';
import { acarsdecLine } from '../../tests/support/messages.ts';
import type { Abuse } from './abuses.ts';

const perSecond = 20_000;
const tickMs = 10;

export const udpFlood: Abuse['run'] = async ({ receiverPort }, isOver, add) => {
  const socket = createSocket('udp4');
  const beganMs = performance.now();
  for (let sent = 0; !isOver.now; await pause(tickMs)) {
    const due = Math.floor(((performance.now() - beganMs) * perSecond) / 1000);
    const from = sent;
    // A busy sender does not catch up at once.
    for (sent = Math.max(sent, due - perSecond / 10); sent < due; sent++) {
      const line = acarsdecLine({ secondsAgo: 60 + (sent % 3000), text: `flood ${process.pid} ${sent}` });
      socket.send(JSON.stringify(line), receiverPort, '127.0.0.1');
    }
    add(sent - Math.max(from, due - perSecond / 10));
  }
  socket.close();
};
