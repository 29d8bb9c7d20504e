/** Writes values of the decoder's types as unaligned PER: content of the CPDLC messages of the demo. Own file: tests write all elements with it. */
import { type Type, type Value, type ValueRecord, widthOf } from '../../decoder/fans/per.ts';

export class BitWriter {
  #bits = '';

  write(value: number, width: number): this {
    if (width > 0) this.#bits += value.toString(2).padStart(width, '0');
    return this;
  }

  /** Padded to the octet. */
  get bytes(): Uint8Array {
    return Uint8Array.from(this.#bits.match(/.{1,8}/g) ?? [], (octet) => Number.parseInt(octet.padEnd(8, '0'), 2));
  }
}

export function writeValue(type: Type, value: Value, to: BitWriter): void {
  switch (type.is) {
    case 'integer':
      to.write(Math.round((Number(value) * type.per) / type.times) - type.min, widthOf(type.max - type.min + 1));
      break;
    case 'enum':
      to.write(type.names.indexOf(String(value)), widthOf(type.names.length));
      break;
    case 'flag':
      to.write(value === true ? 1 : 0, 1);
      break;
    case 'text':
      to.write(String(value).length - type.min, widthOf(type.max - type.min + 1));
      for (const one of String(value))
        to.write(type.width === 7 ? one.charCodeAt(0) : ' 0123456789'.indexOf(one), type.width);
      break;
    case 'list': {
      const all = value as readonly Value[];
      to.write(all.length - type.min, widthOf(type.max - type.min + 1));
      for (const one of all) writeValue(type.of, one, to);
      break;
    }
    case 'choice': {
      const [[name, one] = ['', 0]] = Object.entries(value as ValueRecord);
      const at = type.of.findIndex(([other]) => other === name);
      to.write(at, widthOf(type.of.length));
      const of = type.of[at]?.[1];
      if (of) writeValue(of, one, to);
      break;
    }
    case 'sequence': {
      const record = value as ValueRecord;
      for (const [name, , isOptional] of type.members) if (isOptional) to.write(name in record ? 1 : 0, 1);
      for (const [name, of] of type.members) {
        const one = record[name];
        if (one !== undefined) writeValue(of, one, to);
      }
    }
  }
}
