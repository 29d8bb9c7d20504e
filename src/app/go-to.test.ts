import { expect, test } from 'vitest';
import { targetsFor } from './go-to.ts';
import { isOpen } from './route-guard.ts';

test('the go-to field offers each audience its own screens only (NAV-01)', () => {
  for (const audience of ['admin', 'parser', 'customer', 'companyUser'] as const) {
    const targets = targetsFor(audience, '');
    expect(targets.length, audience).toBeGreaterThan(5);
    expect(targets.filter((target) => !isOpen(target.to, audience))).toEqual([]);
  }
});
test('a screen is found by a part of its name, without letter case', () => {
  expect(targetsFor('parser', 'DECOD')[0]).toMatchObject({ label: 'Decoder', to: '/parser' });
});
test('a word is a tail first, digits are a station first, in the raw list of the audience', () => {
  expect(targetsFor('parser', 'n163us').map((target) => [target.to, target.search])).toEqual([
    ['/akrxAll', { tail: 'N163US' }],
    ['/akrxAll', { stationId: 'n163us' }],
  ]);
  expect(targetsFor('customer', '1042')[0]).toMatchObject({ to: '/akrx', search: { stationId: '1042' } });
});
