/**
 * Detects the program that wrote a JSON line. Lines of unknown programs are skipped: read as acarsdec's, they would be stored without text,
 * tail and station.
 */
import { isObject, type Json, under } from '../base/json-values.ts';

/** vdlm2dec uses the flat shape of acarsdec. */
export type Program = 'acarsdec' | 'JAERO' | 'SatDump' | 'iridium-toolkit';

const satcom: readonly { readonly program: Program; readonly wrote: (line: Json, name: string) => boolean }[] = [
  { program: 'SatDump', wrote: (line, name) => name === 'satdump' || 'msg_name' in line || 'signal_unit' in line },
  { program: 'JAERO', wrote: (line, name) => name === 'jaero' || isObject(line.isu) },
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

const nameIn = (app: Json): string => (typeof app.name === 'string' ? app.name.trim().toLowerCase() : '');

/** Old versions omit their name, but give each message a frequency. Lines about the link and routes have neither label nor mode. */
function hasOldShape(line: Json): boolean {
  if ('label' in line || 'mode' in line) return 'label' in line && 'mode' in line && typeof line.freq === 'number';
  return 'timestamp' in line && ('icao' in line || 'depa' in line);
}
