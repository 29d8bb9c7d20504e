/** Settings of the sign-in by OpenID Connect (decision 22). Never include the secret in a text. */
import { words } from '../../base/settings.ts';
import { StartupError } from '../../base/startup-error.ts';
import type { ClaimRules, Mapping } from './claims.ts';

export type OidcConfig = {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Origins that the provider's endpoints may have: that of the issuer, and those that were set. */
  readonly origins: readonly string[];
  /** The provider prompts for the login each time. Otherwise its own session may suffice. */
  readonly promptsEachTime: boolean;
  readonly rules: ClaimRules;
  /** Unknown users get an account. */
  readonly createsUsers: boolean;
  /** An account with a password and the same username belongs to the user of the provider. */
  readonly linksByName: boolean;
};

/** null = not configured. @throws StartupError */
export function readOidc(env: NodeJS.ProcessEnv): OidcConfig | null {
  const text = env.OIDC_ISSUER?.trim();
  if (!text) return null;
  const issuer = secureUrl('OIDC_ISSUER', text);
  const clientId = env.OIDC_CLIENT_ID?.trim();
  const clientSecret = env.OIDC_CLIENT_SECRET?.trim();
  if (!clientId || !clientSecret)
    throw new StartupError('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET of this client at the provider.');
  const roles = mapping('OIDC_ROLES', env.OIDC_ROLES);
  if (roles.length === 0)
    throw new StartupError('OIDC_ISSUER needs OIDC_ROLES, such as downlink-admins=Admin,pilots=Customer.');
  const scopes = words(env.OIDC_SCOPES);
  if (scopes.length > 0 && !scopes.includes('openid')) throw new StartupError('OIDC_SCOPES must contain openid.');
  const companyClaim = env.OIDC_COMPANY_CLAIM?.trim();
  const companies = mapping('OIDC_COMPANIES', env.OIDC_COMPANIES);
  if (companies.length > 0 && !companyClaim) throw new StartupError('OIDC_COMPANIES needs OIDC_COMPANY_CLAIM.');
  return {
    issuer,
    clientId,
    clientSecret,
    scope: scopes.join(' ') || 'openid profile email',
    origins: [issuer.origin, ...words(env.OIDC_ORIGINS).map((one) => secureUrl('OIDC_ORIGINS', one).origin)],
    promptsEachTime: env.OIDC_PROMPT?.trim() !== 'off',
    rules: {
      roleClaim: env.OIDC_ROLE_CLAIM?.trim() || 'groups',
      roles,
      companyClaim: companyClaim || null,
      companies,
    },
    createsUsers: env.OIDC_CREATE_USERS === 'true',
    linksByName: env.OIDC_LINK_USERS === 'true',
  };
}

/** Without HTTPS an attacker on the network could assign any role. */
function secureUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLoopback = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
  if (!url || !isSecure || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new StartupError(`${name} must be an https address, such as https://login.example.org/realms/radio.`);
  return url;
}

/** `value=target`, separated by commas, in the order of preference. A value may contain `=`. */
function mapping(name: string, text: string | undefined): Mapping {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  return pairs.map((pair) => {
    const at = pair.lastIndexOf('=');
    const [value, target] = [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()];
    if (value === '' || target === '')
      throw new StartupError(`${name} must be pairs, such as admins=Admin,pilots=User.`);
    return { value, target };
  });
}
