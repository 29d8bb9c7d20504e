import { expect, test } from 'vitest';
import { type ClaimRules, isComplete, personOf } from './claims.ts';

const rules = (more: Partial<ClaimRules>): ClaimRules => ({
  roleClaim: 'groups',
  roles: [{ value: 'admins', target: 'Admin' }],
  companyClaim: null,
  companies: [],
  ...more,
});
const roleOf = (claims: object, more: Partial<ClaimRules> = {}) => personOf({ sub: '1', ...claims }, rules(more)).role;

test('C03: the first pair of the setting that matches is the role, in a list, a text, a path or a name with dots', () => {
  const roles = [
    { value: 'admins', target: 'Admin' },
    { value: 'pilots', target: 'Customer' },
  ];
  expect(roleOf({ groups: ['pilots', 'admins'] }, { roles })).toBe('Admin');
  expect(roleOf({ groups: 'pilots' }, { roles })).toBe('Customer');
  expect(roleOf({ realm_access: { roles: ['admins'] } }, { roleClaim: 'realm_access.roles' })).toBe('Admin');
  expect(roleOf({ 'https://x.example/roles': ['admins'] }, { roleClaim: 'https://x.example/roles' })).toBe('Admin');
  expect(roleOf({ groups: ['staff'] }, { roles: [...roles, { value: '*', target: 'User' }] })).toBe('User');
});

test('C03: values of another type, part or case are no match', () => {
  for (const groups of [
    undefined,
    null,
    true,
    7,
    { admins: true },
    ['admin', 'ADMINS', 'xadmins', ['admins']],
    'admins,x',
  ])
    expect(roleOf({ groups }), JSON.stringify(groups)).toBeNull();
  expect(roleOf({}, { roleClaim: 'constructor.name' })).toBeNull();
});

test('C03: a company is a value of the claim, its translation, none, or left to the Admin', () => {
  const companyOf = (claims: object, more: Partial<ClaimRules>) =>
    personOf({ sub: '1', ...claims }, rules(more)).company;
  const companies = [{ value: 'org-7', target: 'Carpatair' }];
  expect(companyOf({ org: 'Carpatair' }, { companyClaim: null })).toBeUndefined();
  expect(companyOf({ org: ' Carpatair ' }, { companyClaim: 'org' })).toBe('Carpatair');
  expect(companyOf({ org: ['org-1', 'org-7'] }, { companyClaim: 'org', companies })).toBe('Carpatair');
  expect(companyOf({ org: 'Carpatair' }, { companyClaim: 'org', companies })).toBeNull();
  expect(companyOf({}, { companyClaim: 'org' })).toBeNull();
});

test('C03: UserInfo is needed for a claim that the ID token lacks', () => {
  const claims = { preferred_username: 'jane', groups: [] };
  expect(isComplete(claims, rules({}))).toBe(true);
  expect(isComplete(claims, rules({ companyClaim: 'org' }))).toBe(false);
  expect(isComplete({ groups: [] }, rules({}))).toBe(false);
});
