/** Deliberate faults of the server for `npm run test:sabotage`: each replaces a text that its file has once, and its tests must fail. */

const audiences = ['tests/contract/audiences.test.ts'];
const scope = ['tests/server/company-scope.test.ts', 'tests/server/acars-company.test.ts'];
const sessions = ['tests/server/sessions.test.ts', 'tests/server/log-in.test.ts'];
const logIn = ['tests/server/log-in.test.ts'];
const keys = ['tests/server/station-keys.test.ts', 'tests/server/ingest.test.ts'];

/** @type {{ name: string, file: string, from: string, to: string, tests: string[] }[]} */
export const sabotages = [
  {
    name: 'every user may list the users',
    file: 'contract/audience.ts',
    from: "'API-06': admin,",
    to: "'API-06': anyLoggedIn,",
    tests: ['contract/audience.test.ts', 'tests/server/users.test.ts'],
  },
  {
    name: 'every user may make every call',
    file: 'server/http/guard.ts',
    from: "if (permission !== 'no') return permission;",
    to: "if (permission !== 'no' || caller) return 'yes';",
    tests: audiences,
  },
  {
    name: 'calls before the terms are accepted',
    file: 'server/http/guard.ts',
    from: "caller?.audience ?? 'visitor', caller?.terms === 1)",
    to: "caller?.audience ?? 'visitor', true)",
    tests: audiences,
  },
  {
    name: 'a company sees the messages of others',
    file: 'server/http/company-scope.ts',
    from: 'return company?.trim() || null;',
    to: 'return null;',
    tests: scope,
  },
  {
    name: 'anyone may ask for the messages of a company',
    file: 'server/http/company-scope.ts',
    from: "caller?.audience === 'admin' ? (isScopedCall ? asked : null) : caller?.company",
    to: 'isScopedCall ? (asked ?? caller?.company) : null',
    tests: scope,
  },
  {
    name: 'tokens are stored as they are',
    file: 'server/accounts/sessions.ts',
    from: "const digest = (text: string): Buffer => createHash('sha256').update(text).digest();",
    to: 'const digest = (text: string): Buffer => Buffer.from(text);',
    tests: sessions,
  },
  {
    name: 'a session does not end',
    file: 'server/accounts/sessions.ts',
    from: 'where s.revoked_at is null and s.expires_at > $2`',
    to: 'where s.revoked_at is null and $2::timestamptz is not null`',
    tests: sessions,
  },
  {
    name: 'a logout does not end the session',
    file: 'server/accounts/sessions.ts',
    from: 'where s.revoked_at is null and s.expires_at > $2`',
    to: 'where s.expires_at > $2`',
    tests: sessions,
  },
  {
    name: 'scripts may read the session cookie',
    file: 'server/http/session-cookie.ts',
    from: "'HttpOnly', 'SameSite=Strict'",
    to: "'SameSite=Strict'",
    tests: [...sessions, 'tests/server/headers.test.ts'],
  },
  {
    name: 'any password is right',
    file: 'server/accounts/passwords.ts',
    from: 'return isMatch && stored !== null;',
    to: 'return stored !== null;',
    tests: logIn,
  },
  {
    name: 'passwords may be guessed without a limit',
    file: 'server/accounts/login-attempts.ts',
    from: 'failures < freeTries ? 0',
    to: 'failures >= 0 ? 0',
    tests: logIn,
  },
  {
    name: 'wrong passwords are not recorded',
    file: 'server/accounts/log-in.ts',
    from: "{ 'wrong-password': '', 'wrong-code': 'wrong code' }",
    to: '{}',
    tests: ['tests/server/audit.test.ts'],
  },
  {
    name: 'a code of the second factor is valid twice',
    file: 'server/accounts/second-factor.ts',
    from: 'and last_step < $2 and secret',
    to: 'and last_step <= $2 and secret',
    tests: ['tests/server/account-security.test.ts'],
  },
  {
    name: 'a link for a new password is valid twice',
    file: 'server/accounts/password-reset.ts',
    from: `'delete from password_reset where token_hash = $1 and expires_at > $2 returning user_id as "userId"'`,
    to: `'select user_id as "userId" from password_reset where token_hash = $1 and expires_at > $2'`,
    tests: ['tests/server/password-reset.test.ts'],
  },
  {
    name: 'the last Admin may be deleted',
    file: 'server/accounts/manage-users.ts',
    from: "if (isOnly(await lockAdmins(tx), id)) return 'last-admin';\n  const [removed]",
    to: 'const [removed]',
    tests: ['tests/server/users.test.ts'],
  },
  {
    name: 'two Admins may delete each other at once',
    file: 'server/accounts/manage-users.ts',
    from: 'order by id for update`',
    to: 'order by id`',
    tests: ['tests/server/users.test.ts'],
  },
  {
    name: 'station keys are stored as they are',
    file: 'server/stations/station-keys.ts',
    from: "createHash('sha256').update(key).digest();",
    to: "(createHash('sha256'), Buffer.from(key));",
    tests: keys,
  },
  {
    name: 'a revoked station key is valid',
    file: 'server/stations/station-keys.ts',
    from: 'k.key_hash = $1 and k.revoked_at is null`',
    to: 'k.key_hash = $1`',
    tests: keys,
  },
  {
    name: 'other sites may show the app in a frame',
    file: 'server/http/security.ts',
    from: "xFrameOptions: { action: 'deny' },",
    to: 'xFrameOptions: false,',
    tests: ['tests/server/headers.test.ts'],
  },
  {
    name: 'every origin may call the API',
    file: 'server/http/security.ts',
    from: 'if (!origin || !allowed.has(origin)) return;',
    to: 'if (!origin) return;',
    tests: ['tests/server/headers.test.ts', 'tests/server/http.test.ts'],
  },
  {
    name: 'a gzip bomb is unpacked',
    file: 'server/http/line-bodies.ts',
    from: '{ maxOutputLength: maxIngestBytes }',
    to: '{}',
    tests: ['tests/server/abuse.test.ts'],
  },
  {
    name: 'a damaged backup is restored',
    file: 'server/backup/verify.ts',
    from: ' || one.sha256 !== part.sha256',
    to: '',
    tests: ['tests/server/backup.test.ts'],
  },
  {
    name: 'an older program changes the data of a newer one',
    file: 'server/database/migrate.ts',
    from: 'if (newer.length === 0) return;',
    to: 'return;',
    tests: ['tests/server/upgrade.test.ts', 'tests/server/backup.test.ts'],
  },
];
