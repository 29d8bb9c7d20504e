import { expect, test } from 'vitest';
import { readBasePath, underBase, withoutBase } from './base-path.ts';

test.each([
  [undefined, ''],
  ['', ''],
  ['/', ''],
  [' /radio/ ', '/radio'],
  ['/ops/radio-1', '/ops/radio-1'],
])('%j is read as %j', (value, path) => {
  expect(readBasePath(value)).toBe(path);
});
test.each(['radio', '//evil.example', '/a//b', '/..', '/a/../b', '/a b', '/a?b', '/api', '/tiles/x', '/a"b'])(
  '%j is refused with the rule',
  (value) => {
    expect(() => readBasePath(value)).toThrow('BASE_PATH must be a path such as /downlink');
  },
);
test.each([
  ['/radio/api/v1/health', '/api/v1/health'],
  ['/api/v1/health', '/api/v1/health'],
  ['/radio', '/'],
  ['/radio?open=map', '/?open=map'],
  ['/radio/', '/'],
  ['/radios/map', '/radios/map'],
])('%s below /radio is %s', (url, path) => {
  expect(withoutBase('/radio', url)).toBe(path);
});
test('addresses of this server get the path, others stay', () => {
  const html =
    '<a href="/docs"><img src="/icons/icon.svg"><a href="//cdn.example/x"><a href="https://x.example/"><a href="#top">';
  expect(underBase('/radio', html)).toBe(
    '<a href="/radio/docs"><img src="/radio/icons/icon.svg"><a href="//cdn.example/x"><a href="https://x.example/"><a href="#top">',
  );
  expect(JSON.parse(underBase('/radio', '{"id":"/","start_url": "/","icons":[{"src":"/a.png"}],"name":"/x"}'))).toEqual(
    {
      id: '/radio/',
      start_url: '/radio/',
      icons: [{ src: '/radio/a.png' }],
      name: '/x',
    },
  );
});
