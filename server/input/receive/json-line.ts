/** A line of a receiver: its program, its JSON object, and its way to forwarding. */
import type { AcarsMessage } from '../../../contract/entities/messages.ts';
import { isObject, type Json, under } from '../../base/json-values.ts';

// ---- The way of received lines to forwarding (server/input/forward).

export type LineOutlet = {
  /** This server forwarded the line before: servers that forward in a loop. The line is skipped. */
  isOwn(line: string): boolean;
  /** Never waits. `row` = its message, null for a valid line without one. */
  line(line: string, row: AcarsMessage | null): void;
};
export const ownLine = 'a line that this server forwarded';

// ---- Detects the program that wrote a JSON line. Lines of unknown programs are skipped: read as acarsdec's, they would be stored without text,
// tail and station.

/** vdlm2dec uses the flat shape of acarsdec. */
type Program = 'acarsdec' | 'JAERO' | 'SatDump' | 'iridium-toolkit';

const satcom: readonly { readonly program: Program; readonly wrote: (line: Json, name: string) => boolean }[] = [
  { program: 'SatDump', wrote: (line, name) => name === 'satdump' || 'msg_name' in line || 'signal_unit' in line },
  // NAME of its format JSON is the version, or the name of the settings: only the other names tell. DCD is in a status.
  {
    program: 'JAERO',
    wrote: (line, name) =>
      name === 'jaero' ||
      isObject(line.isu) ||
      'AESID' in line ||
      'NONACARS' in line ||
      ('DCD' in line && 'SNR' in line),
  },
  {
    program: 'iridium-toolkit',
    wrote: (line, name) => name === 'iridium-toolkit' || under(line, 'source').transport === 'iridium',
  },
];

/** Null = another program. */
export function programOf(line: Json): Program | null {
  const name = nameIn(under(line, 'app')) || nameIn(under(under(line, 'source'), 'app'));
  const found = satcom.find(({ wrote }) => wrote(line, name));
  if (found) return found.program;
  const isFlat = name === '' ? hasOldShape(line) : /^(acarsdec|vdlm2dec)/.test(name);
  return isFlat ? 'acarsdec' : null;
}

export const isHfdl = (line: Json): boolean => isObject(line.lpdu) || isObject(line.spdu) || isObject(line.mpdu);

/** vdlm2dec names itself, or at least an address: acarsdec has none. */
export const isVdlm2dec = (line: Json): boolean =>
  under(line, 'app').name === 'vdlm2dec' || 'icao' in line || 'toaddr' in line || 'fromaddr' in line || 'hex' in line;

const nameIn = (app: Json): string => (typeof app.name === 'string' ? app.name.trim().toLowerCase() : '');

/** Old versions omit their name, but give each message a frequency. Lines about the link and routes have neither label nor mode. */
function hasOldShape(line: Json): boolean {
  if ('label' in line || 'mode' in line) return 'label' in line && 'mode' in line && typeof line.freq === 'number';
  return 'timestamp' in line && ('icao' in line || 'depa' in line);
}

/** Longer texts are refused unread. A MIAM file transfer, the longest ACARS content, is well below. */
export const maxLineLength = 1_000_000;

export const notJson = 'not JSON';
const notAnObject = 'not a JSON object';

/** `text` = what was parsed: strict JSON. */
type Parsed = { readonly text: string; readonly value: Json } | { readonly broken: string };

export function parseLine(text: string): Parsed {
  if (text.length > maxLineLength) return { broken: tooLong(maxLineLength) };
  const parsed = strict(text) ?? repaired(text);
  if (parsed === null) return { broken: notJson };
  return isObject(parsed.value) ? { text: parsed.text, value: parsed.value } : { broken: notAnObject };
}
export const tooLong = (limit: number): string => `the line is longer than ${limit} characters`;

function strict(text: string): { readonly text: string; readonly value: unknown } | null {
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/**
 * Programs in C write a level of silence as `-inf` or `nan`, and some write control characters as they were received. Neither is JSON, and
 * neither may lose the message.
 */
function repaired(text: string): ReturnType<typeof strict> {
  const better = text.replace(notStrict, (found) =>
    found.startsWith('"') ? found.replace(rawControl, escaped) : 'null',
  );
  return better === text ? null : strict(better);
}
/** A text, or a number that is none. In a text everything is part of it. */
const notStrict = /"(?:[^"\\]|\\[\s\S])*"|[-+]?(?:nan(?:\([a-z0-9_]*\))?|inf(?:inity)?)(?![a-z0-9_])/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that JSON refuses
const rawControl = /[\u0000-\u001f]/g;
const escaped = (control: string): string => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
