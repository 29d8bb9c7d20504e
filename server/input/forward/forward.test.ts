import { expect, test } from 'vitest';
import { setMember } from './forward.ts';

const edit = (text: string) => setMember(text, ['app', 'by'], '"us"');

test.each([
  [
    'a member that is there',
    '{"a":1,"app" : {"x":[1,{"by":2}],"by" : "y" }, "z":"}"}',
    '{"a":1,"app" : {"x":[1,{"by":2}],"by" : "us" }, "z":"}"}',
  ],
  ['a missing member', '{ "app":{"x":1.50}}', '{ "app":{"by":"us","x":1.50}}'],
  ['an empty object', '{"app":{ }}', '{"app":{"by":"us" }}'],
  ['a missing object', '{"t":"\\u00e9 \\" {","n":1e3}', '{"app":{"by":"us"},"t":"\\u00e9 \\" {","n":1e3}'],
  ['nothing at all', '{}', '{"app":{"by":"us"}}'],
  ['another value in place of the object', '{"app":null,"n":-1}', '{"app":{"by":"us"},"n":-1}'],
  ['a number as the last value', '{"app":{"by":12 }}', '{"app":{"by":"us" }}'],
  ['an escaped name', '{"\\u0061pp":{"by":"x"}}', '{"\\u0061pp":{"by":"us"}}'],
  ['the last of two members with one name', '{"app":{"by":1,"by":[2]}}', '{"app":{"by":1,"by":"us"}}'],
])('%s: everything else stays', (_what, text, expected) => {
  expect(edit(text)).toBe(expected);
  expect(JSON.parse(edit(text))).toMatchObject({ app: { by: 'us' } });
});
