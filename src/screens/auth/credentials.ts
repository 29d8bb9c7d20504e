/** What a username and a password must look like before they are sent (AUTH-06, AUTH-07, C92). Pure. */

export type FieldErrors = { readonly username: string | null; readonly password: string | null };

const usernamePattern = /^[A-Za-z0-9._\-@+]{3,64}$/;
export const shortestPassword = 6;

function usernameError(username: string): string | null {
  if (username === '') return 'Enter your username.';
  return usernamePattern.test(username) ? null : 'A username has 3 to 64 letters, digits or . _ - @ + characters.';
}
function passwordError(password: string): string | null {
  if (password === '') return 'Enter your password.';
  return password.length < shortestPassword ? `A password has at least ${shortestPassword} characters.` : null;
}

/** The sentence under each field; null = nothing is wrong with it. */
export function checkCredentials(username: string, password: string): FieldErrors {
  return { username: usernameError(username), password: passwordError(password) };
}
