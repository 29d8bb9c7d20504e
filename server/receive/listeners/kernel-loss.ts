/** Datagrams dropped by the system because of a full socket buffer. Known on Linux only. */
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';

/** null = unknown on this system. */
export function kernelLoss(address: string, port: number): number | null {
  try {
    return lossIn(readFileSync(isIPv6(address) ? '/proc/net/udp6' : '/proc/net/udp', 'utf8'), address, port);
  } catch {
    return null;
  }
}

/** `table` = text of /proc/net/udp or udp6. The last column counts. */
export function lossIn(table: string, address: string, port: number): number | null {
  const local = `${hexOf(address)}:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const line of table.split('\n')) {
    const columns = line.trim().split(/\s+/);
    if (columns[1] === local) return Number(columns.at(-1));
  }
  return null;
}

/** In Linux' notation: words of 32 bits in the order of a little-endian machine. */
function hexOf(address: string): string {
  const bytes = isIPv6(address) ? bytesOfV6(address) : address.split('.').map(Number);
  const words = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.slice(at * 4, at * 4 + 4).reverse());
  return words
    .flat()
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

function bytesOfV6(address: string): number[] {
  // The URL parser normalises every form of an address: compressed, and without dotted decimals.
  const text = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
