import { expect, test } from 'vitest';
import { basePath, pathInApp } from './base-path.ts';

test('a file outside of a build is at the root', () => {
  expect(basePath).toBe('');
});
test.each([
  ['/radio/map', '/radio', '/map'],
  ['/radio', '/radio', '/'],
  ['/radio/', '/radio', '/'],
  ['/radios/map', '/radio', '/radios/map'],
  ['/map', '', '/map'],
])('%s below %s is the route %s', (pathname, base, route) => {
  expect(pathInApp(pathname, base)).toBe(route);
});
