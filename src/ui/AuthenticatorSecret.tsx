/** The secret of an authenticator app: as a QR code drawn here, as a link for this device, and as text. Only importer of uqr. */
import type { ReactElement } from 'react';
import { encode } from 'uqr';
import styles from './AuthenticatorSecret.module.css';

/** Modules of white space that readers need around the code. */
const quiet = 4;

export function AuthenticatorSecret({ secret, uri }: { readonly secret: string; readonly uri: string }): ReactElement {
  const { data, size } = encode(uri, { border: quiet, ecc: 'M' });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  // A script link would run; the server sends this one.
  const href = uri.startsWith('otpauth://') ? uri : undefined;
  return (
    <div className={styles.secret}>
      <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the secret">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <div className={styles.text}>
        <p>Scan the code with an authenticator app, then enter the code that the app shows.</p>
        <p>
          On this device: <a href={href}>open the authenticator app</a>. By hand: enter this secret.
        </p>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
    </div>
  );
}
