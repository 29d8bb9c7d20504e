/** Accounts of a template get hashes that are checked in a tenth of a millisecond. New passwords cost as much as in the product. */
import { hash } from '@node-rs/argon2';
import { openDatabase } from '../../server/database/pool.ts';
import { demoAccounts } from '../../server/demo/demo.ts';

export async function cheapenPasswords(url: string): Promise<void> {
  const cheap = await hash(demoAccounts.password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const db = openDatabase({ url }, { max: 1 });
  try {
    await db.query('update users set password_hash = $1 where is_demo', [cheap]);
  } finally {
    await db.close();
  }
}
