export type FieldErrors = { readonly username: string | null; readonly password: string | null };

const usernamePattern = /^[A-Za-z0-9._\-@+]{3,64}$/;
const shortestPassword = 6;

function usernameError(username: string): string | null {
  if (username === '') return 'Enter your username.';
  return usernamePattern.test(username) ? null : 'Use 3 to 64 letters, digits or . _ - @ + characters.';
}
function passwordError(password: string): string | null {
  if (password === '') return 'Enter your password.';
  return password.length < shortestPassword ? `Use at least ${shortestPassword} characters.` : null;
}

/** Error text of each field, or null. */
export function checkCredentials(username: string, password: string): FieldErrors {
  return { username: usernameError(username), password: passwordError(password) };
}
