import { expect, test } from 'vitest';
import { oldestChromium, tooOld } from '../tools/chromium.mjs';
import { read } from './support/repository.ts';

test('the browser tests run with the oldest Chromium named in the README or a later one; an older one is reported in one line', () => {
  expect(read('README.md').text).toContain(`Chromium ${oldestChromium} or later`);
  expect(tooOld(`${oldestChromium}.0.7871.100`)).toBeNull();
  expect(tooOld(`${oldestChromium + 6}.0.8078.79`)).toBeNull();
  const line = tooOld(`${oldestChromium - 1}.0.7778.56`);
  expect(line).toMatch(
    new RegExp(
      `^[^\\n]*Chromium ${oldestChromium} or later[^\\n]*${oldestChromium - 1}[^\\n]*npx playwright install[^\\n]*$`,
    ),
  );
});
