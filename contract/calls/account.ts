/**
 * Accounts and sessions.
 * Letter case, typos and parameter names are the wire's (C27 to C29). Must not: say who may call (audience.ts).
 */
import * as z from 'zod/mini';
import { del, get, list, nothing, post, put } from '../endpoint.ts';
import * as entity from '../entities/users.ts';
import { textParam } from '../params.ts';

const nullableText = z.nullable(z.string());
const done = z.object({});
/** What became of a confirmation e-mail; absent where another server does not say. */
const mailOutcome = z.optional(z.enum(['sent', 'failed']));

const credentials = z.object({
  username: z.string(),
  password: z.string(),
  role: z.string(),
  terms: z.number(),
  company: z.string(),
});
const registration = z.object({
  password: z.string(),
  username: z.string(),
  role: z.string(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  company: z.string(),
  terms: z.number(),
});

export const account = {
  /** The server reads only username and password (C03). */
  authenticate: post(
    'API-01',
    '/account/authenticate',
    z.object({ token: z.string(), user: z.object({ userName: z.string() }) }),
    { body: credentials, token: 'none', summary: 'Log in' },
  ),
  userRegister: post('API-02', '/user/register', z.object({ user: entity.userSchema }), {
    body: credentials,
    summary: 'Register a user, short form (C01)',
  }),
  self: post(
    'API-03',
    '/user',
    z.object({
      id: z.string(),
      username: z.string(),
      password: z.string(),
      role: z.string(),
      name: z.string(),
      surname: z.string(),
      email: z.string(),
      company: nullableText,
      terms: z.number(),
    }),
    { summary: 'The account of the caller; its password is always empty (C02)' },
  ),
  me: get(
    'API-04',
    '/account/me',
    z.object({
      user: z.object({
        refreshToken: z.string(),
        userName: z.string(),
        id: z.string(),
        role: z.string(),
        terms: z.number(),
        company: nullableText,
      }),
    }),
    { summary: 'The session of the caller' },
  ),
  acceptTerms: put('API-05', '/Account/AcceptTerms/{userId}', z.object({ terms: z.number() }), {
    summary: 'Accept the terms, for oneself only (C115)',
  }),
  users: list(
    'API-06',
    '/Account/Users',
    { rows: 'users', count: 'usersCount', entity: entity.user, filters: [] },
    { query: {}, summary: 'Users' },
  ),
  /** The account stands even where the mail could not be sent. */
  register: post('API-07', '/account/register', z.object({ id: z.string(), confirmationEmail: mailOutcome }), {
    body: registration,
    status: 201,
    summary: 'Register a user and send the confirmation e-mail',
  }),
  byId: get('API-08', '/account/{id}', entity.userSchema, { summary: 'One user' }),
  updateRoleCompany: put('API-09', '/Account/UpdateRoleCompany', nothing, {
    body: z.object({
      userName: z.string(),
      role: z.string(),
      company: nullableText,
      emailConfirmed: z.union([z.boolean(), z.enum(['true', 'false'])]),
      phoneNumber: nullableText,
    }),
    summary: 'Change role, company, phone and confirmation of a user, told by name (C20)',
  }),
  delete: del('API-10', '/Account/Delete/{id}', nothing, { summary: 'Close an account' }),
  confirmEmail: get('API-33', '/Account/ConfirmEmail', done, {
    query: { email: textParam, activationToken: textParam },
    token: 'none',
    summary: 'Confirm an e-mail address',
  }),
  usersBySearchString: get('API-44', '/Account/UsersBySearchString', z.array(entity.userHit), {
    query: { searchString: textParam },
    summary: 'Users whose id, name or e-mail holds the text',
  }),
  refreshToken: post(
    'ADD-refreshToken',
    '/account/refreshToken',
    z.object({ token: z.string(), refreshToken: z.string() }),
    {
      body: z.object({ refreshToken: z.string() }),
      token: 'none',
      summary: 'A new token within the same session; its end does not move (C05)',
    },
  ),
  changePassword: put('ADD-changePassword', '/account/password', nothing, {
    body: z.object({ currentPassword: z.string(), newPassword: z.string() }),
    summary: 'Change the own password; the other sessions of the account end',
  }),
  sendConfirmation: post(
    'ADD-sendConfirmation',
    '/account/{id}/confirmation',
    z.object({ confirmationEmail: mailOutcome }),
    { summary: 'Send the confirmation e-mail again; the link of the one before ends' },
  ),
  logout: post('ADD-logout', '/account/logout', nothing, { summary: 'Revoke the session of the caller (C17)' }),
};
