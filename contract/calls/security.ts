/** Added: what a user sees and changes about the security of the own account (decision 71). */
import { del, get, nothing } from '../endpoint.ts';
import * as entity from '../entities/logins.ts';

export const security = {
  logins: get('ADD-logins', '/account/logins', entity.logins, {
    stored: { title: 'My logins', screen: '/logins' },
    summary: 'Sessions of the caller',
  }),
  endLogin: del('ADD-endLogin', '/account/logins/{id}', nothing, {
    refuses: [404],
    summary: 'End another session of the caller',
  }),
  endOtherLogins: del('ADD-endOtherLogins', '/account/logins', nothing, {
    summary: 'End all sessions of the caller except this one',
  }),
};
