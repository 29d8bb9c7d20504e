/** What the decoders of the demo send with a message beyond its columns, as JSON text. The same message always has the same. */
import type { AcarsMessage } from '../../contract/entities/messages.ts';

const apps: Readonly<Record<string, { readonly name: string; readonly ver: string }>> = {
  ACARS: { name: 'acarsdec', ver: '4.4.1' },
  VDLM2: { name: 'dumpvdl2', ver: '2.4.0' },
  HFDL: { name: 'dumphfdl', ver: '1.7.0' },
};

export function demoExtra({ type, timestamp, toAddr, icao, text }: AcarsMessage): string {
  const app = apps[type ?? ''] ?? apps.ACARS;
  if (type !== 'VDLM2' && type !== 'HFDL') return JSON.stringify({ app });
  const share = ((timestamp ?? 0) * 0.618) % 1;
  const isUplink = toAddr !== null && toAddr === icao;
  const [srcType, dstType] = isUplink ? ['Ground station', 'Aircraft'] : ['Aircraft', 'Ground station'];
  const noise = Math.round(-450 + 60 * share) / 10;
  const skew = Math.round(40 * share - 20) / 10;
  const ofLink =
    type === 'HFDL'
      ? { slot: share < 0.8 ? 'S' : 'D', bps: 300 }
      : { fec: Math.floor(3 * share * share), octets: 40 + (text?.length ?? 0) };
  return JSON.stringify({ radio: { noise, skew, ...ofLink }, link: { srcType, dstType }, app });
}
