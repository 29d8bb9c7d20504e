/** Added: sign-in at an OpenID Connect provider (decision 100). */
import * as z from 'zod/mini';
import { post } from '../endpoint.ts';

export const signIn = {
  begin: post('ADD-beginSignIn', '/account/signIn/begin', z.object({ url: z.string(), ticket: z.string() }), {
    body: z.object({}),
    token: 'none',
    refuses: [424],
    summary:
      'Begin a sign-in: the address of the provider, and a ticket of this browser, valid once and for ten minutes',
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
