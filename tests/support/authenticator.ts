/** An authenticator in software (ES256, no attestation), for calls without a browser. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const verified = 0x05;
const present = 0x01;
const attested = 0x40;

export type Use = {
  readonly origin: string;
  readonly rpId: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
};

export function makeAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(16);
  const id = rawId.toString('base64url');
  const client = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = ({ rpId, counter = 0, isVerified = true }: Use, extra: number): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([(isVerified ? verified : present) | extra]), count]);
  };
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  return {
    id,
    create(challenge: string, use: Use) {
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const data = Buffer.concat([head(use, attested), Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, cose]);
      // CBOR: {fmt: 'none', attStmt: {}, authData}
      const start = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex');
      const object = Buffer.concat([start, Buffer.from([0x58, data.length]), data]);
      return {
        ...credential,
        response: {
          clientDataJSON: client('webauthn.create', challenge, use.origin).toString('base64url'),
          attestationObject: object.toString('base64url'),
        },
      };
    },
    use(challenge: string, use: Use) {
      const data = head(use, 0);
      const clientData = client('webauthn.get', challenge, use.origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
