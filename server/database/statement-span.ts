/** Statements as spans: verb and first table. Neither values nor the statement are part of them. */
import { inSpan, isTracing, type SpanAttributes } from '../base/spans.ts';

/** Statements with filters are many. */
const maxNames = 300;
const names = new Map<string, SpanAttributes>();

/** A partition is named as its table. */
export function statementFacts(sql: string): SpanAttributes {
  const known = names.get(sql);
  if (known) return known;
  const text = sql.replace(/'[^']*'|--[^\n]*|\/\*[\s\S]*?\*\/|\bextract\s*\(\s*\w+\s+from\b/gi, ' ');
  const [, first = ''] = /^[\s(]*([a-z]+)/i.exec(text) ?? [];
  const verb = /^with$/i.test(first) ? (/\b(insert|update|delete)\b/i.exec(text)?.[1] ?? 'select') : first;
  const [, table] = /\b(?:from|into|update|copy|join)\s+(?:only\s+)?([a-z_]\w*)/i.exec(text) ?? [];
  const facts: SpanAttributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': verb.toUpperCase(),
    ...(table ? { 'db.collection.name': table.toLowerCase().replace(/_\d{8}$/, '') } : {}),
  };
  if (names.size >= maxNames) names.clear();
  names.set(sql, facts);
  return facts;
}

/** Runs a statement, as a child of the current span. */
export function inStatementSpan<T>(sql: string, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work();
  return inSpan(() => {
    const attributes = statementFacts(sql);
    const name = [attributes['db.operation.name'], attributes['db.collection.name']].filter(Boolean).join(' ');
    return { name, kind: 'client', attributes, isChild: true };
  }, work);
}
