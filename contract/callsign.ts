/** The callsign in a text, or null. One repeated character, such as 00000000, is a transponder without an entry. */
export function callsignOf(text: string | null | undefined): string | null {
  const callsign = text?.trim() ?? '';
  return !/[A-Z0-9]/i.test(callsign) || /^(.)\1*$/.test(callsign) ? null : callsign;
}
