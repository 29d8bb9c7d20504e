/** Reports of maintenance computers and of condition monitoring, of all makers. Pure. */
import { bodyOf } from '../h1-body.ts';
import type { Reader } from '../reading.ts';
import { readAirbusFaults } from './airbus-faults.ts';
import { readBoeingFaults } from './boeing-faults.ts';
import { readBombardierFaults } from './bombardier-faults.ts';
import { readConditionReport } from './condition-reports.ts';
import { readFaultDisplay } from './fault-display.ts';

/** In front of the second and later blocks, where a receiver has joined them with their heads. */
const blockHead = /[A-Z]\d\d[A-Z][A-Z0-9]{2}\d[A-Z0-9]{3}#[A-Z0-9]{2}B/g;

export const readFaults: Reader = ({ label, text, atMs }) => {
  if (label !== 'H1') return null;
  const lines = bodyOf(label, text).replaceAll('\r\n', '\n');
  const body = lines.includes('#') ? lines.replace(blockHead, '') : lines;
  const report =
    readAirbusFaults(body) ??
    readBoeingFaults(body) ??
    readBombardierFaults(body) ??
    (body.includes('//') ? readFaultDisplay(body, atMs) : null) ??
    readConditionReport(body, text.includes('#EIB'));
  if (!report) return null;
  const { rest, ...found } = report;
  const remaining = rest.trim();
  const size = body.trim().length;
  return {
    ...found,
    level: remaining === '' ? 'full' : 'partial',
    by: 'own',
    remaining,
    understoodPercent: Math.max(0, Math.round(100 * (1 - remaining.length / Math.max(1, size)))),
  };
};
