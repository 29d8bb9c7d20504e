/** An email as its reader's program shows it: quoted-printable (RFC 2045, 6.7) decoded in one pass, so that what one code stands for begins no other. */
export const mailText = (mail: string): string =>
  mail
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'));
