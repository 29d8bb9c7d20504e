/** What the claims of a provider mean here: role, company and name. Pure. */
import { emailFault } from '../../mail/email-address.ts';

/** In the order of preference: the first pair whose value the user has counts. `*` = any user. */
export type Mapping = readonly { readonly value: string; readonly target: string }[];
export type ClaimRules = {
  readonly roleClaim: string;
  readonly roles: Mapping;
  /** null = an Admin sets companies. */
  readonly companyClaim: string | null;
  /** Empty = the claim contains the company itself. */
  readonly companies: Mapping;
};
export type Claims = Readonly<Record<string, unknown>>;
export type Person = {
  readonly subject: string;
  readonly userName: string;
  /** null = the provider sent none. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string;
  readonly surname: string;
  /** null = no value of the claim has a role. */
  readonly role: string | null;
  /** undefined = unchanged. */
  readonly company: string | null | undefined;
};

const maxText = 200;

/** The claim of this name, or the one at this path: `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Claims)[part];
  }
  return found;
}

const textsAt = (claims: Claims, name: string): string[] =>
  [claimAt(claims, name)].flat().filter((one): one is string => typeof one === 'string' && one.trim() !== '');

/** One line, as accounts have it. */
const lineAt = (claims: Claims, name: string): string =>
  (textsAt(claims, name)[0] ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxText);

function targetOf(values: readonly string[], mapping: Mapping): string | null {
  return mapping.find(({ value }) => value === '*' || values.includes(value))?.target ?? null;
}

function companyOf(claims: Claims, { companyClaim, companies }: ClaimRules): string | null | undefined {
  if (companyClaim === null) return undefined;
  if (companies.length === 0) return lineAt(claims, companyClaim) || null;
  return targetOf(textsAt(claims, companyClaim), companies);
}

/** Whether the ID token has all that is needed. Otherwise the provider may have it at its UserInfo endpoint. */
export const isComplete = (claims: Claims, { roleClaim, companyClaim }: ClaimRules): boolean =>
  [roleClaim, 'preferred_username', ...(companyClaim === null ? [] : [companyClaim])].every(
    (name) => claimAt(claims, name) !== undefined,
  );

export function personOf(claims: Claims, rules: ClaimRules): Person {
  const email = lineAt(claims, 'email');
  const isEmailVerified = claims.email_verified === true;
  return {
    subject: String(claims.sub ?? ''),
    // An address that no one checked is not a name: it may be that of another user.
    userName: lineAt(claims, 'preferred_username') || (isEmailVerified ? email : ''),
    email: email !== '' && emailFault(email) === null ? email : null,
    isEmailVerified,
    name: lineAt(claims, 'given_name') || lineAt(claims, 'name'),
    surname: lineAt(claims, 'family_name'),
    role: targetOf(textsAt(claims, rules.roleClaim), rules.roles),
    company: companyOf(claims, rules),
  };
}
