/** Accounts, sessions, single sign-on, preferences and shared views. Paths and parameter names keep their case and typos (C27 to C29). */
import * as z from 'zod/mini';
import { del, get, list, nothing, post, put } from '../endpoint.ts';
import { preference, preferenceChanges } from '../entities/preference.ts';
import { sharedView, sharedViewBody } from '../entities/shared-view.ts';
import * as entity from '../entities/users.ts';
import { textParam } from '../params.ts';

// ---- Added: sign-in at an OpenID Connect provider (decision 22).

export const signIn = {
  begin: post('ADD-beginSignIn', '/account/signIn/begin', z.object({ url: z.string(), ticket: z.string() }), {
    body: z.object({}),
    token: 'none',
    refuses: [424],
    summary:
      'Start a sign-in: the address of the provider, and a ticket for this browser, valid once within ten minutes',
  }),
  complete: post(
    'ADD-completeSignIn',
    '/account/signIn',
    z.object({ token: z.string(), user: z.object({ userName: z.string() }) }),
    {
      /** `query` = of the address to which the provider sent the browser back. */
      body: z.object({ ticket: z.string(), query: z.string() }),
      token: 'none',
      refuses: [401, 424],
      summary: 'Log in with the response of the provider',
    },
  ),
};

// ---- Choices of a user that follow the account.

export const preferences = {
  merge: put('ADD-preferences', '/Preferences', z.array(preference), {
    body: preferenceChanges,
    refuses: [409],
    summary:
      'All preferences of the caller, after the changes. A change whose version is not the current one is skipped: the caller merges it with the returned value and sends it again',
  }),
};

// ---- Saved views that users of a company share.

export const sharedViews = {
  ofCompany: get('ADD-sharedViews', '/SharedViews', z.array(sharedView), {
    stored: { title: 'Shared views', screen: '/akrxAll' },
    summary: 'Saved views that users of the caller’s company share',
  }),
  share: post('ADD-shareView', '/SharedViews', sharedView, {
    body: sharedViewBody,
    refuses: [409],
    summary: 'Share a saved view with the caller’s company. Replaces the caller’s view of the same list and name',
  }),
  unshare: del('ADD-unshareView', '/SharedViews/{id}', nothing, {
    refuses: [404],
    summary: 'Delete a shared view of the caller',
  }),
};

const nullableText = z.nullable(z.string());
const done = z.object({});
/** Result of a confirmation email. Absent if another server does not report it. */
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
  /** The server reads only username and password (C03), and the code of a user who has a second factor (decision 22). */
  authenticate: post(
    'API-01',
    '/account/authenticate',
    z.object({ token: z.string(), user: z.object({ userName: z.string() }) }),
    {
      body: z.extend(credentials, { code: z.optional(z.string()) }),
      token: 'none',
      refuses: [401],
      summary:
        'Log in. 401 with errors.code: a code is needed, with errors.passkey: a passkey, with errors.setUp: a second factor has to be set up',
    },
  ),
  userRegister: post('API-02', '/user/register', z.object({ user: entity.userSchema }), {
    body: credentials,
    refuses: [409],
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
    summary: 'Accept the terms for the caller’s own account only (C115)',
  }),
  users: list(
    'API-06',
    '/Account/Users',
    { rows: 'users', count: 'usersCount', entity: entity.user, filters: [] },
    { query: {}, summary: 'Users', stored: { title: 'Users', screen: '/user' } },
  ),
  /** The account exists even if the email could not be sent. */
  register: post('API-07', '/account/register', z.object({ id: z.string(), confirmationEmail: mailOutcome }), {
    body: registration,
    status: 201,
    refuses: [409],
    summary: 'Register a user and send the confirmation email',
  }),
  byId: get('API-08', '/account/{id}', entity.userSchema, { refuses: [404], summary: 'One user' }),
  updateRoleCompany: put('API-09', '/Account/UpdateRoleCompany', nothing, {
    body: z.object({
      userName: z.string(),
      role: z.string(),
      company: nullableText,
      emailConfirmed: z.union([z.boolean(), z.enum(['true', 'false'])]),
      phoneNumber: nullableText,
    }),
    refuses: [404, 409],
    summary: 'Change role, company, phone and confirmation of the named user (C20)',
  }),
  delete: del('API-10', '/Account/Delete/{id}', nothing, { refuses: [404, 409], summary: 'Close an account' }),
  confirmEmail: get('API-33', '/Account/ConfirmEmail', done, {
    query: { email: textParam, activationToken: textParam },
    token: 'none',
    summary: 'Confirm an email address',
  }),
  usersBySearchString: get('API-44', '/Account/UsersBySearchString', z.array(entity.userHit), {
    query: { searchString: textParam },
    summary: 'Users whose id, name or email contains the text',
  }),
  refreshToken: post(
    'ADD-refreshToken',
    '/account/refreshToken',
    z.object({ token: z.string(), refreshToken: z.string() }),
    {
      body: z.object({ refreshToken: z.string() }),
      token: 'none',
      refuses: [401],
      summary: 'A new token for the same session. Its end stays the same (C05)',
    },
  ),
  changePassword: put('ADD-changePassword', '/account/password', nothing, {
    body: z.object({ currentPassword: z.string(), newPassword: z.string() }),
    refuses: [409],
    summary: 'Change the password of the caller; the other sessions of the account end',
  }),
  sendConfirmation: post(
    'ADD-sendConfirmation',
    '/account/confirmation/{id}',
    z.object({ confirmationEmail: mailOutcome }),
    { refuses: [404, 409], summary: 'Send the confirmation email again and invalidate the previous link' },
  ),
  logout: post('ADD-logout', '/account/logout', nothing, { summary: 'Revoke the session of the caller (C17)' }),
};
