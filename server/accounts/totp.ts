/** Codes of authenticator apps (RFC 6238: SHA-1, 6 digits, 30 s) and base32. Pure. Own file: pure, tested with the vectors of the RFC. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
/** Steps of difference between the clocks of server and phone. */
const window = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** The time step whose code this is, or null. */
export function stepOf(secret: Buffer, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = Math.floor(nowMs / stepMs);
  for (let step = now - window; step <= now + window; step++)
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) return step;
  return null;
}

export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** For the camera of an authenticator app, or a click on a phone. */
export function otpauthUri(secret: Buffer, userName: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer: 'Downlink' });
  return `otpauth://totp/Downlink:${encodeURIComponent(userName)}?${query}`;
}
