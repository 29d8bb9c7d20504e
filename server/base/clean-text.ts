/** Makes received text storable and visible. Characters are replaced, never dropped silently. */

const c0Pictures = 0x2400;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not pass
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** C0 controls except tab, CR and LF become their pictures (U+2400 ...), DEL becomes U+2421, lone surrogates U+FFFD. */
export function visibleText(text: string): string {
  return text
    .replace(control, (c) => (c === '\u007f' ? '\u2421' : String.fromCharCode(c0Pictures + c.charCodeAt(0))))
    .replace(loneSurrogate, '\ufffd');
}

/** A number from a number or a plain decimal text. null for anything else (NaN, Infinity, '', '0x10'). */
export function finiteNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Rounded to at most `digits` decimals, so that 131.55000305 reads 131.55. */
export function roundTo(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}
