import { expect, test } from 'vitest';
import { ViolationReports } from './violation-reports.ts';

test('a rule is logged once an hour, without the query of an address', () => {
  const lines: unknown[] = [];
  const reports = new ViolationReports((line) => lines.push(line));
  const body = {
    effectiveDirective: 'img-src',
    blockedURL: 'https://a.example/x?y',
    documentURL: 'https://d.example/c#t',
  };
  for (let at = 0; at < 3; at++) reports.add(body);
  reports.add({ effectiveDirective: 'font-src' });
  expect(lines).toEqual([
    { rule: 'img-src', blocked: 'https://a.example/x', page: 'https://d.example/c', count: 1 },
    { rule: 'font-src', blocked: '', page: '', count: 1 },
  ]);
});
