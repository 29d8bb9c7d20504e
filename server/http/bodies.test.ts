import { expect, test } from 'vitest';
import { isDeeper } from './bodies.ts';

test('levels are those of arrays and objects, wherever the deepest is', () => {
  expect(isDeeper('{"a":[{"b":1}]}', 3)).toBe(false);
  expect(isDeeper('{"a":[{"b":1}]}', 2)).toBe(true);
  expect(isDeeper('[[],[],[[]]]', 2)).toBe(true);
  expect(isDeeper('[[],[],[]]', 2)).toBe(false);
  expect(isDeeper('1', 0)).toBe(false);
});

test('brackets in texts are text, also after a quote or a backslash in it', () => {
  expect(isDeeper('{"a":"[[[","b\\"[":"\\\\"}', 1)).toBe(false);
  expect(isDeeper('{"a":"\\\\","b":[]}', 1)).toBe(true);
});
