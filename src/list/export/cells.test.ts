import { describe, expect, test } from 'vitest';
import { cellOf, serialOf, textCell } from './cells.ts';

const textOf = (text: string): string | null => {
  const cell = textCell(text);
  return cell?.type === 'text' ? cell.text : null;
};

describe('texts', () => {
  test('control and invisible characters and lone surrogates are made visible; line breaks and tabs stay', () => {
    expect(textOf('a\u0000b\u0003\u001b[31m\u007f')).toBe('a␀b␃␛[31m␡');
    expect(textOf('\u0085 \u202egnp.exe \u200b \ufffe \uffff')).toBe('⟨0085⟩ ⟨202E⟩gnp.exe ⟨200B⟩ ⟨FFFE⟩ ⟨FFFF⟩');
    expect(textOf('x\ud800y \udc00 \u{1f6e9}')).toBe('x\ufffdy \ufffd \u{1f6e9}');
    expect(textOf('one\r\ntwo\rthree\nfour\tfive')).toBe('one\ntwo\nthree\nfour\tfive');
  });

  test('a text of 32,767 characters is whole, a longer one is cut with a mark and never within a pair', () => {
    const longest = 'A'.repeat(32_767);
    expect(textOf(longest)).toBe(longest);
    const cut = textOf(`${longest}B`);
    expect(cut).toHaveLength(32_767);
    expect(cut?.endsWith('A … (cut, 32768 characters)')).toBe(true);
    for (const shift of ['', 'x']) {
      const pairs = textOf(shift + '\u{1f6e9}'.repeat(20_000)) ?? '';
      expect(pairs.length).toBeLessThanOrEqual(32_767);
      expect(pairs).not.toMatch(/\p{Surrogate}/u);
    }
  });

  test('text that Excel would interpret carries the mark', () => {
    const isMarked = (text: string) => (textCell(text) as { isMarked: boolean }).isMarked;
    for (const text of ['=1', '+1', '-A', '@x', ' =1', '\u3000=1', '\u00a0=1', '＝1', '\tA', '\rA', "'A", '0012', '.5'])
      expect(isMarked(text), JSON.stringify(text)).toBe(true);
    for (const text of ['N163US', 'POS=1', 'A', '#M1B']) expect(isMarked(text), text).toBe(false);
  });
});

describe('values', () => {
  test('instants and days are dates from 1900-03-01 to 9999, else the original text', () => {
    expect(cellOf('instant', '2026-11-20T14:49:58Z')).toEqual({
      type: 'instant',
      ms: Date.UTC(2026, 10, 20, 14, 49, 58),
    });
    expect(cellOf('day', '2026-11-20')).toEqual({ type: 'day', ms: Date.UTC(2026, 10, 20) });
    expect(cellOf('instant', '1900-02-28T00:00:00Z')).toMatchObject({ type: 'text', text: '1900-02-28T00:00:00Z' });
    expect(cellOf('instant', 'yesterday')).toMatchObject({ type: 'text', text: 'yesterday' });
  });

  test('a day counts from the spreadsheet epoch', () => {
    expect(serialOf(Date.UTC(1900, 2, 1))).toBe(61);
    expect(serialOf(Date.UTC(2026, 0, 1, 12))).toBe(46_023.5);
    const midnight = Date.UTC(2026, 10, 20);
    const seconds = Array.from({ length: 86_400 }, (_, second) => midnight + second * 1000);
    const readByCutting = (serial: number) => Math.floor((serial - 25_569) * 86_400_000);
    expect(seconds.filter((ms) => readByCutting(serialOf(ms)) !== ms)).toEqual([]);
  });

  test('a missing value is no cell; an invalid number is none', () => {
    for (const value of [null, undefined, '', Number.NaN, Number.POSITIVE_INFINITY])
      expect(cellOf('number', value)).toBeNull();
    expect(cellOf('number', 0)).toEqual({ type: 'number', value: 0 });
    expect(cellOf('flag', false)).toEqual({ type: 'flag', value: false });
    expect(cellOf('object', { a: 1 })).toMatchObject({ type: 'text', text: '{"a":1}' });
  });
});
