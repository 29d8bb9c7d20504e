/**
 * Valid email addresses. Stricter than the standard: no quotes, comments, lists or control characters,
 * so that an address can never become a second recipient or another header.
 */
const pattern = /^[^\s\p{Cc}@,;:<>()[\]"\\]{1,64}@[^\s\p{Cc}@,;:<>()[\]"\\.]+(?:\.[^\s\p{Cc}@,;:<>()[\]"\\.]+)+$/u;
const maxLength = 254;

/** Error of an address, or null. */
export function emailFault(address: string): string | null {
  if (address.trim() === '') return 'Enter an email address.';
  return address.length <= maxLength && pattern.test(address) ? null : 'This is not a valid email address.';
}
