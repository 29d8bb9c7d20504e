import { type Session, sessionLifeMs } from './session.ts';

/** A session for tests: of 'ana', who may read, from now on. */
export const madeUpSession = (fields: Partial<Session> = {}): Session => ({
  token: 't',
  expirationDate: Date.now() + sessionLifeMs,
  userId: 'ana',
  role: 'Parser',
  terms: 1,
  company: null,
  refreshToken: 'r',
  userName: 'ana',
  userDetails: {},
  ...fields,
});
