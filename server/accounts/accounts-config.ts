/** Settings of accounts. */
import { words } from '../base/settings.ts';

export type AccountsConfig = {
  /** Roles, trimmed and in lower case, whose users log in with a second factor only. */
  readonly secondFactorRoles: ReadonlySet<string>;
};

export function readAccounts(env: NodeJS.ProcessEnv): AccountsConfig {
  return { secondFactorRoles: new Set(words(env.SECOND_FACTOR_ROLES).map((role) => role.toLowerCase())) };
}

export const needsSecondFactor = ({ secondFactorRoles }: AccountsConfig, role: string): boolean =>
  secondFactorRoles.has(role.trim().toLowerCase());
