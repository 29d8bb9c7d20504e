/** SQL of users who sign in at a provider (decision 22), and which account is theirs. Own file: SQL, behind the calls of the sign-in. */
import { randomBytes } from 'node:crypto';
import { clock } from '../../base/clock.ts';
import type { Database, Query, Transaction } from '../../database/pool.ts';
import { record } from '../audit/audit.ts';
import { hashPassword, userNameFault } from '../passwords.ts';
import { lookAlike, plainNameFault } from '../plain-names.ts';
import { endSessionsOf } from '../sessions.ts';
import { isOnly, lockAdmins, namesInUse, type VerifiedUser, verifiedColumns } from '../users.ts';

/** What a provider states about a user. */
type ProviderUser = {
  readonly issuer: string;
  readonly subject: string;
  readonly userName: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string;
  readonly surname: string;
  readonly role: string;
  /** undefined = unchanged. */
  readonly company: string | null | undefined;
};
type ProviderRules = { readonly createsUsers: boolean; readonly linksByName: boolean };
export type ProviderRefusal = 'unknown' | 'bad-name' | 'bad-company' | 'taken' | 'last-admin';

const isKnown = async (db: Query, { issuer, subject }: ProviderUser): Promise<boolean> =>
  (await db.query('select 1 from oidc_identity where issuer = $1 and subject = $2', [issuer, subject])).length > 0;

/** The account of this user, with the role and company that the provider states now. A change of either ends the user's sessions. */
export async function signInProviderUser(
  db: Database,
  person: ProviderUser,
  rules: ProviderRules,
): Promise<VerifiedUser | ProviderRefusal> {
  // No one has this password. Hashed before the transaction, which would wait for it.
  const noPassword =
    rules.createsUsers && !(await isKnown(db, person))
      ? await hashPassword(randomBytes(32).toString('base64url'))
      : null;
  return db.transaction(async (tx) => {
    // Two first sign-ins of the same user take turns.
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`sign-in ${person.issuer} ${person.subject}`]);
    if (person.company) {
      const { companies } = await namesInUse(tx);
      if (plainNameFault(person.company.trim()) ?? lookAlike(person.company, companies)) return 'bad-company';
    }
    const found = await accountOf(tx, person);
    if (found) return update(tx, found, person);
    const taken = await accountCalled(tx, person.userName);
    if (taken && rules.linksByName && taken.hasPassword && !(await hasIdentity(tx, taken.id, person.issuer))) {
      await addIdentity(tx, taken, person);
      return update(tx, taken, person);
    }
    if (!rules.createsUsers || noPassword === null) return taken ? 'taken' : 'unknown';
    if (userNameFault(person.userName)) return 'bad-name';
    if (taken) return 'taken';
    return create(tx, person, noPassword);
  });
}

async function accountOf(tx: Transaction, { issuer, subject }: ProviderUser): Promise<VerifiedUser | null> {
  const [user] = await tx.query<VerifiedUser>(
    `select ${verifiedColumns} from users
     where id = (select user_id from oidc_identity where issuer = $1 and subject = $2)`,
    [issuer, subject],
  );
  return user ?? null;
}

async function accountCalled(tx: Transaction, userName: string): Promise<VerifiedUser | null> {
  const [user] = await tx.query<VerifiedUser>(
    `select ${verifiedColumns} from users where lower(user_name) = lower($1) for update`,
    [userName],
  );
  return user ?? null;
}

const hasIdentity = async (tx: Transaction, userId: string, issuer: string): Promise<boolean> =>
  (await tx.query('select 1 from oidc_identity where user_id = $1 and issuer = $2', [userId, issuer])).length > 0;

async function addIdentity(
  tx: Transaction,
  { id, userName }: Pick<VerifiedUser, 'id' | 'userName'>,
  { issuer, subject }: ProviderUser,
): Promise<void> {
  await tx.query('insert into oidc_identity (issuer, subject, user_id, created_at) values ($1, $2, $3, $4)', [
    issuer,
    subject,
    id,
    new Date(clock.now()),
  ]);
  const details = `single sign-on connected: ${new URL(issuer).host}`;
  await record(tx, { action: 'changed', subject: 'login', name: userName, details });
}

/** Role and company for every account; name and email only where the provider manages the account. */
async function update(
  tx: Transaction,
  before: VerifiedUser,
  person: ProviderUser,
): Promise<VerifiedUser | ProviderRefusal> {
  const admins = await lockAdmins(tx);
  if (isOnly(admins, before.id) && person.role.toLowerCase() !== 'admin') return 'last-admin';
  const company = person.company === undefined ? before.company : person.company;
  const [user] = await tx.query<VerifiedUser>(
    `update users set role = $2, company = $3,
       name = case when login_provider is null then name else $4 end,
       surname = case when login_provider is null then surname else $5 end,
       email = case when login_provider is null then email else coalesce($6, email) end,
       email_confirmed = case when login_provider is null or $6::text is null then email_confirmed else $7 end
     where id = $1 returning ${verifiedColumns}`,
    [before.id, person.role, company, person.name, person.surname, person.email, person.isEmailVerified],
  );
  if (!user) return 'unknown';
  if (user.role !== before.role || user.company !== before.company) await endSessionsOf(tx, user.id);
  return user;
}

async function create(
  tx: Transaction,
  person: ProviderUser,
  passwordHash: string,
): Promise<VerifiedUser | ProviderRefusal> {
  const [user] = await tx.query<VerifiedUser>(
    `insert into users (user_name, name, surname, email, email_confirmed, role, company, terms, password_hash, has_password, login_provider)
     values ($1, $2, $3, $4, $5, $6, $7, 0, $8, false, $9)
     on conflict (lower(user_name)) do nothing returning ${verifiedColumns}`,
    [
      person.userName,
      person.name,
      person.surname,
      person.email ?? '',
      person.email !== null && person.isEmailVerified,
      person.role,
      person.company ?? null,
      passwordHash,
      new URL(person.issuer).host,
    ],
  );
  if (!user) return 'taken';
  await addIdentity(tx, user, person);
  return user;
}
