import { expect, test } from 'vitest';
import { readReceivers } from './receiver-config.ts';

test('one port, several, none', () => {
  expect(readReceivers({})).toEqual({ host: '127.0.0.1', ports: [5555], isConfigured: false });
  expect(readReceivers({ RECEIVER_PORT: '5550, 5555,5556' })).toMatchObject({
    ports: [5550, 5555, 5556],
    isConfigured: true,
  });
  expect(readReceivers({ RECEIVER_PORT: 'Off' })).toBe(null);
});

test.each(['70000', 'x', '5555,5555', '1,2,3,4,5,6,7,8,9,10,11', '-1'])('RECEIVER_PORT=%s is refused', (text) => {
  expect(() => readReceivers({ RECEIVER_PORT: text })).toThrow(/RECEIVER_PORT must be up to 10 different ports/);
});
