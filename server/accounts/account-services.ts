/** What the calls of accounts share: settings and services. */
import { words } from '../base/settings.ts';
import type { Database } from '../database/pool.ts';
import type { MailConfig } from '../mail/mail-config.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { LoginAttempts } from './login-attempts.ts';
import type { Sessions } from './sessions.ts';

export type AccountsConfig = {
  /** Roles, trimmed and in lower case, whose users log in with a second factor only. */
  readonly secondFactorRoles: ReadonlySet<string>;
};

export function readAccounts(env: NodeJS.ProcessEnv): AccountsConfig {
  return { secondFactorRoles: new Set(words(env.SECOND_FACTOR_ROLES).map((role) => role.toLowerCase())) };
}

export const needsSecondFactor = ({ secondFactorRoles }: AccountsConfig, role: string): boolean =>
  secondFactorRoles.has(role.trim().toLowerCase());

export type AccountServices = {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly attempts: LoginAttempts;
  readonly mailer: Mailer;
  readonly config: {
    readonly accounts: AccountsConfig;
    readonly mail: Pick<MailConfig, 'smtpUrl' | 'publicUrl'>;
    readonly basePath: string;
  };
};
