import { expect, test } from 'vitest';
import { channels, hatching, markImage } from './mark-image.ts';

const pixel = ({ width, data }: ReturnType<typeof markImage>, x: number, y: number): number[] => [
  ...data.slice((y * width + x) * 4, (y * width + x) * 4 + 4),
];

test.each(['diamond', 'disc'] as const)(
  'a %s: filled in its middle, an edge around, nothing in its corners',
  (outline) => {
    const image = markImage(outline, 20, 2, { edge: 'rgb(10, 20, 30)', fill: 'rgb(200, 210, 220)' });
    const middle = (image.width - 1) / 2;
    expect(pixel(image, Math.floor(middle), Math.floor(middle))).toEqual([200, 210, 220, 255]);
    expect(pixel(image, 0, 0)[3]).toBe(0);
    expect(pixel(image, image.width - 1, 0)[3]).toBe(0);
    const onEdge = pixel(image, Math.floor(middle), 2);
    expect(onEdge.slice(0, 3)).toEqual([10, 20, 30]);
    expect(onEdge[3]).toBeGreaterThan(200);
  },
);

test('half way to a corner a disc is there, a diamond is not', () => {
  const cover = (outline: 'diamond' | 'disc') =>
    pixel(markImage(outline, 20, 1, { edge: 'rgb(0, 0, 0)', fill: 'rgb(0, 0, 0)' }), 5, 5)[3];
  expect([cover('disc'), cover('diamond')]).toEqual([255, 0]);
});

test('hatching has two colours, without gaps, and its lines continue in the next tile', () => {
  const [image] = hatching({ line: 'rgb(10, 20, 30)', under: 'rgb(200, 210, 220)' });
  const last = image.width - 1;
  expect([pixel(image, 0, 0), pixel(image, last, 1), pixel(image, 1, last)]).toEqual(Array(3).fill([10, 20, 30, 255]));
  expect([pixel(image, 1, 0), pixel(image, last, last)]).toEqual(Array(2).fill([200, 210, 220, 255]));
});

test('colours as a browser writes them', () => {
  expect(channels('rgb(9, 101, 146)')).toEqual([9, 101, 146]);
  expect(channels('rgba(9, 101, 146, 0.5)').slice(0, 3)).toEqual([9, 101, 146]);
  expect(channels('')).toEqual([0, 0, 0]);
});
