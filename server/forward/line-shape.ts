/** Where a line of a decoder names its station and its program, and which type of messages it is. */
import { isObject, type Json, under } from '../base/json-values.ts';
import { programOf } from '../receive/line-programs.ts';
import type { MessageType } from './forward-config.ts';

export type LineShape = {
  readonly type: MessageType;
  readonly station: readonly string[];
  /** The object that names the program. */
  readonly app: readonly string[];
};

const plain = { station: ['station'], app: ['app'] };
const withSource = { station: ['source', 'station_id'], app: ['source', 'app'] };

/** Null = not a line of a supported decoder. */
export function lineShape(line: Json): LineShape | null {
  if (isObject(line.vdl2)) return { type: 'VDLM2', station: ['vdl2', 'station'], app: ['vdl2', 'app'] };
  if (isObject(line.avlc)) return { type: 'VDLM2', ...plain };
  if (isObject(line.hfdl)) return { type: 'HFDL', station: ['hfdl', 'station'], app: ['hfdl', 'app'] };
  if (isObject(line.lpdu) || isObject(line.spdu)) return { type: 'HFDL', ...plain };
  switch (programOf(line)) {
    case 'acarsdec':
      return { type: isVdl(line) ? 'VDLM2' : 'ACARS', station: ['station_id'], app: ['app'] };
    case 'JAERO':
      return { type: 'IMSL', ...plain };
    case 'SatDump':
      return { type: 'IMSL', ...withSource };
    case 'iridium-toolkit':
      return { type: 'IRDM', ...withSource };
    case null:
      return null;
  }
}

/** vdlm2dec uses the shape of acarsdec, with addresses. */
const isVdl = (line: Json): boolean =>
  under(line, 'app').name === 'vdlm2dec' || 'icao' in line || 'toaddr' in line || 'fromaddr' in line;

export function valueAt(line: Json, path: readonly string[]): unknown {
  let value: unknown = line;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  return value;
}
