/** Draws values of the decoder's types. */
import type { Type, Value } from '../../decoder/fans/per.ts';

/** `random` = a number from 0 to below 1. Long lists are kept short. */
export function drawValue(type: Type, random: () => number): Value {
  const among = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
  switch (type.is) {
    case 'integer':
      return (among(type.min, type.max) * type.times) / type.per;
    case 'enum':
      return type.names[among(0, type.names.length - 1)] ?? '';
    case 'flag':
      return random() < 0.5;
    case 'text':
      return Array.from({ length: among(type.min, type.max) }, () =>
        type.width === 7 ? String.fromCharCode(among(0, 127)) : ' 0123456789'[among(0, 10)],
      ).join('');
    case 'list':
      return Array.from({ length: among(type.min, Math.min(type.max, type.min + 3)) }, () =>
        drawValue(type.of, random),
      );
    case 'choice': {
      const found = type.of[among(0, type.of.length - 1)];
      return found ? { [found[0]]: drawValue(found[1], random) } : {};
    }
    case 'sequence':
      return Object.fromEntries(
        type.members.flatMap(([name, of, isOptional]) =>
          isOptional && random() < 0.5 ? [] : [[name, drawValue(of, random)]],
        ),
      );
  }
}
