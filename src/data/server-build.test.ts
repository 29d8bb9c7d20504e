import { expect, test, vi } from 'vitest';
import { serverBuild } from './server-build.ts';

test('OFF-02: another build of the server is reported once; the first one and responses without one are not', () => {
  const listener = vi.fn();
  const stop = serverBuild.subscribe(listener);
  for (const build of [null, 'a', 'a', null, undefined]) serverBuild.learn(build);
  expect(listener).not.toHaveBeenCalled();
  serverBuild.learn('b');
  serverBuild.learn('b');
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  serverBuild.learn('c');
  expect(listener).toHaveBeenCalledTimes(1);
});
