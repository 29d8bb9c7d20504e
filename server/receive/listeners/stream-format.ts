/** Format of a connection by its first bytes. They decide once. */
export type StreamFormat = 'beast' | 'avr' | 'sbs' | 'json';

/** Without a known start in these, it is another protocol. */
export const headBytes = 64;

const newline = 0x0a;
const beastStart = 0x1a;
/** Types of Beast messages after the start byte. */
const beastTypes = new Set([0x31, 0x32, 0x33, 0x34, 0x35, 0x50, 0xe3, 0xe4, 0xe8]);
const avrStart = /^[*:@%<]\s*([0-9a-f]|$)/i;
const sbsWords = ['MSG,', 'MLAT,', 'AIR,', 'ID,', 'STA,', 'SEL,', 'CLK,'];

/** null = more bytes are needed. 'unknown' = none of the formats. */
export function streamFormat(head: Uint8Array): StreamFormat | 'unknown' | null {
  const bytes = head.subarray(0, headBytes);
  for (let at = 0; at >= 0; at = nextLine(bytes, at)) {
    const found = formatOfLine(bytes, at);
    if (found !== null) return found;
  }
  if (hasBeastMessage(bytes)) return 'beast';
  return bytes.length < headBytes ? null : 'unknown';
}

/** Lines of a sender that is in the middle of something: the next start decides. */
const nextLine = (bytes: Uint8Array, at: number): number => {
  const end = bytes.indexOf(newline, at);
  return end < 0 ? -1 : end + 1;
};

function formatOfLine(bytes: Uint8Array, at: number): StreamFormat | null {
  const text = Buffer.from(bytes.subarray(at))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .replace(/^[ \t\r]+/, '');
  if (text.startsWith('\u001a')) return 'beast';
  if (text.startsWith('{')) return 'json';
  if (avrStart.test(text)) return 'avr';
  return sbsWords.some((word) => text.startsWith(word)) ? 'sbs' : null;
}

/** A receiver that was connected before us continues within a message. */
function hasBeastMessage(bytes: Uint8Array): boolean {
  return bytes.some((byte, at) => byte === beastStart && beastTypes.has(bytes[at + 1] ?? 0));
}
