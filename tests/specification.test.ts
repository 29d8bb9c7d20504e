/** Requirement ids and references: each resolves inside the repository, and tests name the requirements that they prove. */
import { describe, expect, test } from 'vitest';
import { read, repositoryFiles, type Source, sources } from './support/repository.ts';

const specification = 'docs/specification.md';
const families =
  'SES|AUTH|NAV|USR|RAW|ADSB|EXT|REF|MAP|WX|DEC|MAIL|STAT|SST|FSZ|STN|BID|ERR|RESP|XLS|PAGE|TIME|API|OFF|OVW';
const rowPattern = /^\| ((?:[A-Z]+-|[CS])\d+[a-d]?) \| .+ \| (?:(yes) )?\|$/;

const rows = read(specification).lines.flatMap((line) => {
  const match = rowPattern.exec(line);
  return match ? [{ id: match[1] ?? '', isTested: match[2] === 'yes' }] : [];
});
const known = new Set(rows.map((row) => row.id));

const isProgram = (file: string) => /\.(tsx?|m?js)$/.test(file);
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const self = 'tests/specification.test.ts';
const texts = sources(/\.(tsx?|m?js|md|css|html|sql)$/).filter(({ file }) => file !== self);

const titleCall = /\b(?:test|it|describe)(?:\.[a-z]+)*(?:\([^`'"]*?\)|<[^>]*>)?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
const commentPattern = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g;
const titlesOf = ({ file, text }: Source) =>
  isTest(file) ? [...text.matchAll(titleCall)].map((match) => match[2] ?? '') : [];
/** Text for readers: all of a document, comments and test titles of a program. Elsewhere C172 is an aircraft type. */
const prose = texts.map((source) => ({
  file: source.file,
  text: isProgram(source.file)
    ? [...(source.text.match(commentPattern) ?? []), ...titlesOf(source)].join('\n')
    : source.text,
}));

/** `STAT-11 to 13` and `C27 to C29` cite every id of the range, `AUTH-15/16` and `MAP-03, 04` both. */
function idsIn(text: string, prefixes: string): string[] {
  const next = String.raw`(?:\/|, | and | to )(?:\1)?\d\d[a-d]?\b(?!:|,\d)`;
  const found = text.matchAll(new RegExp(String.raw`\b(${prefixes})(\d\d\d?[a-d]?)\b((?:${next})*)`, 'g'));
  return [...found].flatMap(([, prefix = '', first = '', others = '']) => {
    const ids = [prefix + first];
    let last = first;
    for (const [, word = '', number = ''] of others.matchAll(/(\/|, | and | to )\D*(\d\d[a-d]?)/g)) {
      const skipped = word === ' to ' ? Number.parseInt(number, 10) - Number.parseInt(last, 10) - 1 : 0;
      for (let at = 1; at <= skipped; at++) ids.push(prefix + String(Number.parseInt(last, 10) + at).padStart(2, '0'));
      ids.push(prefix + number);
      last = number;
    }
    return ids;
  });
}

describe('requirements', () => {
  test('every requirement cited in code, tests or documents is in the specification', () => {
    const cited = [
      ...texts.map(({ file, text }) => ({ file, ids: idsIn(text, `(?:${families})-`) })),
      ...prose.map(({ file, text }) => ({ file, ids: idsIn(text, '[CS]') })),
    ];
    const missing = cited.flatMap(({ file, ids }) => ids.filter((id) => !known.has(id)).map((id) => `${file}: ${id}`));
    expect(missing).toEqual([]);
  });

  test('the specification has each id once', () => {
    const tableRows = read(specification).lines.filter((line) => /^\| (?!id \|)/.test(line));
    expect(tableRows.filter((line) => !rowPattern.test(line))).toEqual([]);
    const ids = rows.map((row) => row.id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test('each testable requirement is named by a test title', () => {
    const titles = texts.flatMap(titlesOf);
    const named = new Set(titles.flatMap((title) => title.match(/\b(?:[A-Z]+-|[CS])\d\d\d?[a-d]?\b/g) ?? []));
    expect(rows.filter(({ id, isTested }) => isTested && !named.has(id)).map(({ id }) => id)).toEqual([]);
  });
});

describe('references', () => {
  /** Citations of a pattern, as `file: text`, that `isFine` refuses. */
  const refused = (pattern: RegExp, isFine: (match: RegExpMatchArray) => boolean): string[] =>
    prose.flatMap(({ file, text }) =>
      [...text.matchAll(pattern)].filter((match) => !isFine(match)).map((match) => `${file}: ${match[0]}`),
    );
  const files = repositoryFiles();

  test('cited documents are in the repository', () => {
    expect(
      refused(
        /[\w./-]*\b[\w-]+\.md\b/g,
        ([name]) => name.includes('NNNN') || files.some((file) => file.endsWith(name)),
      ),
    ).toEqual([]);
    expect(refused(/\bhouse (?:rule|invariant)|\b(?:faults?|issue) \d{1,2}\b|\bdesign card|§/gi, () => false)).toEqual(
      [],
    );
  });

  test('cited decisions and invariants exist', () => {
    const hasDecision = (number: string) =>
      files.some((file) => file.startsWith(`docs/decisions/${number.padStart(4, '0')}-`));
    /** `decision 12`, `decisions 5, 29`, `decisions 5 to 7`, `docs/decisions/0012`, also over two lines of a comment. */
    const cited = /\bdecision(?:[\s*]+(\d+)|s[\s*/]+(\d+(?:(?:,| and| to)[\s*]+\d+)*))/gi;
    expect(
      refused(cited, ([, one = '', several = '']) => (`${one} ${several}`.match(/\d+/g) ?? []).every(hasDecision)),
    ).toEqual([]);
    const invariants = new Set(read('ARCHITECTURE.md').text.match(/^\d+(?=\. )/gm));
    expect(
      refused(/\binvariants? (\d+(?:(?:, | and )\d+)*)/gi, ([, numbers = '']) =>
        (numbers.match(/\d+/g) ?? []).every((number) => invariants.has(number)),
      ),
    ).toEqual([]);
  });
});
