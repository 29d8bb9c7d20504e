import type { ReactElement } from 'react';
import type { Facts, MeaningKind } from '../../contract/entities/meaning.ts';
import { keepUnits, oneLine } from '../lib/format.ts';
import shared from '../ui/shared.module.css';
import { ObjectLink } from './ObjectLink.tsx';

type Props = {
  readonly kind: MeaningKind;
  readonly words: string;
  readonly facts?: Facts | undefined;
  /** Without: rows of a view are options. */
  readonly isLinked?: boolean;
};

/** Characters of a value that stays on one line. The name of a fault is longer. */
const maxWhole = 12;

/** The sentence of a message: its values are strong, airport codes are links. */
export function LinkedWords({ kind, words, facts, isLinked = true }: Props): ReactElement {
  return (
    <>
      {wordParts(kind, words, facts).map((part, at) => {
        const Tag = part.isValue ? 'b' : 'span';
        const isWhole = part.isValue && part.text.length <= maxWhole;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence
          <Tag key={at} className={isWhole ? shared.noWrap : undefined}>
            <PartText part={part} isLinked={isLinked} />
          </Tag>
        );
      })}
    </>
  );
}

function PartText({ part: { text, isAirport }, isLinked }: { part: Part; isLinked: boolean }): ReactElement {
  if (!isAirport || !isLinked) return <>{oneLine(text)}</>;
  return (
    <ObjectLink to="airport" id={text} name={`Airport ${text}`}>
      {text}
    </ObjectLink>
  );
}

// ---- values and airport codes in a sentence (decoder/words.ts)

/** Sentences of these kinds are our own words around codes. Others contain words of people or of the aircraft. */
const withAirports: readonly MeaningKind[] = ['gateTimes', 'position', 'weather', 'load', 'other'];
const airport = '(?<=\\b(?:from|to|at|of|for|and|plan|ETA) )[A-Z]{4}\\b';
const measured = '\\bFL\\d{2,3}\\b|\\b\\d{1,3}(?:,\\d{3})+ (?:ft|m)\\b|\\b\\d\\d:\\d\\d(?::\\d\\d)?Z';

type Part = { readonly text: string; readonly isValue: boolean; readonly isAirport: boolean };

/** All parts together are the sentence, in which a number and its unit stay on one line. */
export function wordParts(kind: MeaningKind, words: string, facts: Facts = {}): readonly Part[] {
  if (kind === 'freeText') return [{ text: words, isValue: false, isAirport: false }];
  const hasAirports = withAirports.includes(kind);
  const named = namesIn(facts).map((name) => `(?<![\\w-])${escaped(name)}(?![\\w-])`);
  const values = new RegExp([...named, measured, ...(hasAirports ? [airport] : [])].join('|'), 'g');
  const airports = new Set([facts.from, facts.to, ...(facts.airports ?? [])]);
  const isAirport = (text: string): boolean =>
    hasAirports && /^[A-Z]{4}$/.test(text) && (airports.has(text) || text !== facts.position?.name);
  const parts: Part[] = [];
  let end = 0;
  const plain = (to: number): void => {
    if (to > end) parts.push({ text: keepUnits(words.slice(end, to)), isValue: false, isAirport: false });
  };
  for (const { 0: text, index } of words.matchAll(values)) {
    plain(index);
    parts.push({ text, isValue: true, isAirport: isAirport(text) });
    end = index + text.length;
  }
  plain(words.length);
  return parts;
}

/** Names that are values of a sentence, longer ones first. A sentence has few. */
const maxNames = 20;
function namesIn({ position, next = [], altitude, from, to, airports = [], faults = [], gate }: Facts): string[] {
  const names = [
    ...[position?.name, altitude?.words, from, to, gate],
    ...next.slice(0, 2).map((place) => place.name),
    ...airports,
    ...faults.slice(0, 2).map((fault) => fault.name),
  ];
  return [...new Set(names.filter((name): name is string => name !== undefined && name.length > 1))]
    .sort((a, b) => b.length - a.length)
    .slice(0, maxNames);
}
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
