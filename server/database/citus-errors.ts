/** SQLSTATE of errors that a Citus coordinator reports without the one of its worker, all as XX000. */
type Reported = {
  readonly code?: string | undefined;
  readonly message: string;
  /** Function of the server that reported it. */
  readonly routine?: string | undefined;
};

const internalError = 'XX000';
const connectionFailure = '08006';
const violation = '23000';
const tooLarge = '54000';

export function stateOf({ code, message, routine }: Reported): string | null {
  if (code !== internalError) return code ?? null;
  // The outcome is unknown, as after a lost connection.
  if (message.startsWith('failure on connection marked as essential')) return connectionFailure;
  // A worker refused a row of a COPY. Any other of its errors may be temporary: a full disk must not count as a wrong row.
  if (routine !== 'ReportCopyError') return code;
  if (/\bviolates [\w-]+ constraint\b/.test(message)) return violation;
  return /^(?:index )?row (?:is too big|size \d+ exceeds)/.test(message) ? tooLarge : code;
}
