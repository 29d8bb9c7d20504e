import { expect, test } from 'vitest';
import { tracePoints } from './draw.ts';

test('points nearer than half a pixel are left out, but never the first and the last', () => {
  const drawn: (readonly [string, number, number])[] = [];
  const pen = {
    moveTo: (x: number, y: number) => drawn.push(['move', x, y]),
    lineTo: (x: number, y: number) => drawn.push(['line', x, y]),
  };
  const scale = { x: 100, y: 50, pxPerLon: 2, pxPerLat: -2 };
  tracePoints(pen as never, scale, new Float32Array([0, 0, 0.125, 0.125, 1, 0, 1, 5, 1.125, 5]));
  expect(drawn).toEqual([
    ['move', 100, 50],
    ['line', 102, 50],
    ['line', 102, 40],
    ['line', 102.25, 40],
  ]);
});
