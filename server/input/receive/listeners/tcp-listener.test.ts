import { expect, test } from 'vitest';
import { streamFormat } from './tcp-listener.ts';

const of = (text: string) => streamFormat(Buffer.from(text, 'latin1'));

test.each([
  ['\x1a3\0\0\0\0\0\0', 'beast'],
  ['\x8d\x4b\x12\x1a3\0\0\0', 'beast'],
  ['*8D4B1234', 'avr'],
  ['@0000005F1234', 'avr'],
  ['\r\n<000000', 'avr'],
  ['MSG,3,1,1,4B1234', 'sbs'],
  ['CLK,,1', 'sbs'],
  ['{"timestamp":1', 'json'],
  ['\n\n  {"a', 'json'],
  ['[\n {"a', 'json'],
  ['[[{"a', 'json'],
  ['\xef\xbb\xbf{"a', 'json'],
  ['the end of a line\n{"a', 'json'],
])('%j is %s', (text, format) => {
  expect(of(text)).toBe(format);
});

test.each(['', 'MS', '\n', 'GET / HTTP/1.1\r\n'])('%j needs more bytes', (text) => {
  expect(of(text)).toBe(null);
});

test.each([
  `GET / HTTP/1.1\r\nHost: downlink.example.org\r\nAccept: text/html,application/xml\r\n`,
  `<html lang="en"><head><title>Not what is expected here, but a page</title>`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.padEnd(64, '\x7f'),
])('another protocol: %j', (text) => {
  expect(of(text)).toBe('unknown');
});
