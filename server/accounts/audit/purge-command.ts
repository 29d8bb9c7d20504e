/** `npm run audit:purge`: removes a leaked secret from the audit trail. It is read from the input: arguments are in the history of the shell. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Database } from '../../database/pool.ts';
import { record } from './audit.ts';

const usage = `Usage: npm run audit:purge
  Enter the secret in one line, or send it to the input. It is removed from all entries. This cannot be undone.`;
/** A shorter text is in many entries by chance. */
const minLength = 4;

/** As it was typed, as a text in quotes, and as a part of an address. Longest first: one may contain another. */
const formsOf = (secret: string): string[] =>
  [...new Set([JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), secret])].sort(
    (a, b) => b.length - a.length,
  );

/** Resolves to the exit code: 0 if it was removed. */
export async function purgeCommand(
  db: Database,
  args: readonly string[],
  input: Readable,
  print: (line: string) => void,
): Promise<number> {
  if (args.length > 0) {
    print(usage);
    return 1;
  }
  print('Enter the secret to remove from the audit trail:');
  const secret = await firstLine(input);
  if (secret.length < minLength) {
    print(`Enter at least ${minLength} characters. Nothing was changed.`);
    return 1;
  }
  const entries = await purge(db, secret);
  if (entries === 0) {
    print('No entry contains this text. Nothing was changed.');
    return 1;
  }
  print(`Removed from ${entries} ${entries === 1 ? 'entry' : 'entries'}. Now change the secret where it is used.`);
  print('Backups and log files from before are not changed.');
  return 0;
}

function purge(db: Database, secret: string): Promise<number> {
  return db.transaction(async (tx) => {
    const contains = '(strpos(name, form) > 0 or strpos(details, form) > 0)';
    const [row] = await tx.query<{ count: number }>(
      `select count(distinct id)::int as count from audit_entry, unnest($1::text[]) form where ${contains}`,
      [formsOf(secret)],
    );
    const entries = row?.count ?? 0;
    for (const form of formsOf(secret)) await tx.query('select purge_audit($1)', [form]);
    if (entries > 0)
      await record(tx, {
        action: 'purged',
        subject: 'audit trail',
        name: null,
        details: `a text, in entries: ${entries}`,
      });
    return entries;
  });
}

async function firstLine(input: Readable): Promise<string> {
  const lines = createInterface({ input });
  for await (const line of lines) {
    lines.close();
    return line.trim();
  }
  return '';
}
