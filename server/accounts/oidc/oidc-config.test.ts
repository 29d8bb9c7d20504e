import { expect, test } from 'vitest';
import { readOidc } from './oidc-config.ts';

const env = {
  OIDC_ISSUER: 'https://login.example.org/realms/radio',
  OIDC_CLIENT_ID: 'downlink',
  OIDC_CLIENT_SECRET: 's3cret-of-the-client',
  OIDC_ROLES: 'cn=admins=Admin, pilots = Customer',
};

test('C03: single sign-on is off without an issuer, and safe by default with one', () => {
  expect(readOidc({ OIDC_CLIENT_ID: 'downlink' })).toBeNull();
  expect(readOidc(env)).toMatchObject({
    origins: ['https://login.example.org'],
    promptsEachTime: true,
    createsUsers: false,
    linksByName: false,
    rules: {
      roles: [
        { value: 'cn=admins', target: 'Admin' },
        { value: 'pilots', target: 'Customer' },
      ],
    },
  });
});

test.each([
  ['OIDC_ISSUER', { OIDC_ISSUER: 'http://login.example.org' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'http://127.0.0.1.example.org' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'https://user:word@login.example.org' }],
  ['OIDC_CLIENT_SECRET', { OIDC_CLIENT_SECRET: ' ' }],
  ['OIDC_ROLES', { OIDC_ROLES: '' }],
  ['OIDC_ROLES', { OIDC_ROLES: 'admins' }],
  ['OIDC_SCOPES', { OIDC_SCOPES: 'profile email' }],
  ['OIDC_ORIGINS', { OIDC_ORIGINS: 'http://oauth2.example.org' }],
  ['OIDC_COMPANIES', { OIDC_COMPANIES: 'org-7=Carpatair' }],
])('C03: a wrong %s prevents the start, and is named without the secret', (name, change) => {
  const read = () => readOidc({ ...env, ...change });
  expect(read).toThrow(name);
  expect(read).not.toThrow('s3cret');
});
