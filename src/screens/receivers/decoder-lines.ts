/** Lines and settings with which decoders send to this server. Pure. */

type DecoderLine = {
  /** Unique. */
  readonly name: string;
  readonly line: string;
  readonly note?: string;
};
type DecoderPlace = { readonly host: string; readonly port: number; readonly isLocal: boolean };
type OpenPort = { readonly host: string; readonly port: number };

const isLoopback = (host: string): boolean => /^(127\.|::1$|localhost$)/.test(host);
const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** A port that the network reaches before one of the server alone. `appHost` = host of the app's address. null = no port is open. */
export function decoderPlace(ports: readonly OpenPort[], appHost: string): DecoderPlace | null {
  const port = ports.find(({ host }) => !isLoopback(host)) ?? ports[0];
  if (!port) return null;
  return { host: isAny(port.host) ? appHost : port.host, port: port.port, isLocal: isLoopback(port.host) };
}

export function decoderLines({ host, port }: DecoderPlace): readonly DecoderLine[] {
  const place = `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
  return [
    { name: 'acarsdec 4', line: `--output json:udp:host=${host},port=${port}`, note: 'Name: -i NAME' },
    { name: 'acarsdec 3, vdlm2dec', line: `-j ${place}`, note: 'Name: -i NAME' },
    {
      name: 'dumpvdl2',
      line: `--output decoded:json:udp:address=${host},port=${port}`,
      note: 'Name: --station-id NAME',
    },
    {
      name: 'dumphfdl',
      line: `--output decoded:json:tcp:address=${host},port=${port}`,
      note: 'Name: --station-id NAME',
    },
    { name: 'JAERO', line: place, note: 'Output format JSONdump, by UDP to this address. Set a station name.' },
    { name: 'acars_router', line: `AR_SEND_UDP_ACARS=${place}`, note: 'Also AR_SEND_UDP_VDLM2 and AR_SEND_UDP_HFDL.' },
  ];
}

/** readsb elsewhere connects to a Beast port of this server, which names its station. */
export const readsbLine = (host: string, beastPort: number): DecoderLine => ({
  name: 'readsb at another site',
  line: `--net-connector ${host},${beastPort},beast_out`,
  note: 'Add a Beast port for its station first.',
});
