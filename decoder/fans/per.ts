/**
 * Types of a message as data, and their reading in unaligned PER without extension markers: a number in a range takes as many bits as its range needs, an alternative as many
 * as there are alternatives, optional members are announced by one bit each in front. Pure.
 */
import { type Bits, unreadableBits } from './bits.ts';

/** A choice is a record with one member, named as the alternative. */
export type Value = number | string | boolean | readonly Value[] | ValueRecord;
export type ValueRecord = { readonly [name: string]: Value };

type Say<T> = (value: T) => string;
/** `times` and `per` make the value of the number that is sent. */
type IntegerType = {
  readonly is: 'integer';
  readonly min: number;
  readonly max: number;
  readonly times: number;
  readonly per: number;
  readonly say: Say<number>;
};
type EnumType = { readonly is: 'enum'; readonly names: readonly string[] };
type FlagType = { readonly is: 'flag' };
/** Characters of 7 bits, or digits and spaces of 4 bits. */
type TextType = {
  readonly is: 'text';
  readonly min: number;
  readonly max: number;
  readonly width: 4 | 7;
  readonly say: Say<string>;
};
type ListType = { readonly is: 'list'; readonly of: Type; readonly min: number; readonly max: number };
type ChoiceType = { readonly is: 'choice'; readonly of: readonly (readonly [name: string, type: Type])[] };
type Member = readonly [name: string, type: Type, isOptional: boolean];
type SequenceType = {
  readonly is: 'sequence';
  readonly members: readonly Member[];
  readonly say: Say<ValueRecord> | null;
};
export type Type = IntegerType | EnumType | FlagType | TextType | ListType | ChoiceType | SequenceType;

export const integer = (min: number, max: number, say: Say<number> = String, times = 1, per = 1): IntegerType => ({
  is: 'integer',
  min,
  max,
  times,
  per,
  say,
});
/** Names separated by commas, first = 0. */
export const enumeration = (names: string): EnumType => ({ is: 'enum', names: names.split(',') });
export const flag: FlagType = { is: 'flag' };
const visible = (text: string): string => text.replace(/[^ -~]+/g, ' ').trim();
export const text = (min: number, max = min, say: Say<string> = visible): TextType => ({
  is: 'text',
  min,
  max,
  width: 7,
  say,
});
export const digits = (size: number, say: Say<string>): TextType => ({
  is: 'text',
  min: size,
  max: size,
  width: 4,
  say,
});
export const quoted = (value: string): string => `"${visible(value)}"`;
export const list = (of: Type, min: number, max: number): ListType => ({ is: 'list', of, min, max });
export const choice = (of: Readonly<Record<string, Type>>): ChoiceType => ({ is: 'choice', of: Object.entries(of) });
/** Members with a name that ends in `?` are optional; the value has the name without it. */
export const sequence = (of: Readonly<Record<string, Type>>, say: Say<ValueRecord> | null = null): SequenceType => ({
  is: 'sequence',
  members: Object.entries(of).map(([name, type]) => [name.replace('?', ''), type, name.endsWith('?')]),
  say,
});

/** Bits that `count` different values need. */
export const widthOf = (count: number): number => (count <= 1 ? 0 : 32 - Math.clz32(count - 1));

/** Throws `unreadableBits`. */
export function readValue(type: Type, bits: Bits): Value {
  switch (type.is) {
    case 'integer':
      return (readCount(type, bits) * type.times) / type.per;
    case 'enum':
      return oneOf(type.names, bits);
    case 'flag':
      return bits.read(1) === 1;
    case 'text': {
      let found = '';
      for (let left = readCount(type, bits); left > 0; left--) {
        const code = bits.read(type.width);
        if (type.width === 7) found += String.fromCharCode(code);
        else if (code > 10) throw unreadableBits;
        else found += ' 0123456789'[code];
      }
      return found;
    }
    case 'list': {
      const found: Value[] = [];
      for (let left = readCount(type, bits); left > 0; left--) found.push(readValue(type.of, bits));
      return found;
    }
    case 'choice': {
      const [name, of] = oneOf(type.of, bits);
      return { [name]: readValue(of, bits) };
    }
    case 'sequence': {
      // One bit for each optional member, before the members.
      let optional = 0;
      for (const member of type.members) if (member[2]) optional++;
      const present = bits.read(optional);
      const found: Record<string, Value> = {};
      for (const [name, of, isOptional] of type.members) {
        if (isOptional) optional--;
        if (!isOptional || (present >> optional) & 1) found[name] = readValue(of, bits);
      }
      return found;
    }
  }
}

function readCount({ min, max }: { readonly min: number; readonly max: number }, bits: Bits): number {
  const found = min + bits.read(widthOf(max - min + 1));
  if (found > max) bits.impossible++;
  return found;
}

function oneOf<T>(all: readonly T[], bits: Bits): T {
  const found = all[bits.read(widthOf(all.length))];
  if (found === undefined) throw unreadableBits;
  return found;
}

/** A value that `type` has read, as part of a sentence. */
export function sayValue(type: Type, value: Value): string {
  switch (type.is) {
    case 'integer': {
      const said = type.say(Number(value));
      return Number(value) > (type.max * type.times) / type.per ? `${said} (impossible)` : said;
    }
    case 'enum':
      return String(value);
    case 'flag':
      return value === true ? 'yes' : 'no';
    case 'text':
      return type.say(String(value));
    case 'list':
      return Array.isArray(value) ? value.map((one: Value) => sayValue(type.of, one)).join(', ') : '';
    case 'choice':
      return type.of.flatMap(([name, of]) => sayMember(of, value, name)).join('');
    case 'sequence':
      if (type.say) return type.say(value as ValueRecord);
      return type.members.flatMap(([name, of]) => sayMember(of, value, name)).join(' ');
  }
}

function sayMember(type: Type, value: Value, name: string): string[] {
  const member = memberOf(value, name);
  return member === undefined ? [] : [sayValue(type, member)];
}

export const memberOf = (value: Value | undefined, name: string): Value | undefined =>
  typeof value === 'object' && !Array.isArray(value) ? (value as ValueRecord)[name] : undefined;
