import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Assembled, Assembly, aloneFields } from './assemble.ts';
import { assemblyKeyText, type Reception, reachSeconds, secondsOf } from './reception.ts';

/** A block of N8560Z's message D50, `at` seconds after noon. */
function block(msgno: string | null, at: number, fields: Partial<Reception> = {}): Reception {
  return {
    acarsDateTime: new Date(Date.UTC(2026, 10, 20, 12) + Math.floor(at) * 1000).toISOString().replace('.000', ''),
    timestamp: Date.UTC(2026, 10, 20, 12) / 1000 + at,
    stationId: 'S1',
    tail: 'N8560Z',
    icao: null,
    type: 'ACARS',
    label: 'H1',
    blockId: msgno === null ? 'A' : String((msgno.charCodeAt(3) - 63) % 10),
    msgno,
    ack: null,
    mode: '2',
    end: true,
    text: null,
    error: 0,
    level: -20,
    aggregationStatus: null,
    ...fields,
  };
}
const fieldsOf = (receptions: readonly Reception[]): Assembled[] => {
  const assembly = new Assembly(receptions);
  return receptions.map((reception) => assembly.fieldsOf(reception));
};
const statuses = (receptions: readonly Reception[]) => fieldsOf(receptions).map((fields) => fields.aggregationStatus);
const texts = (receptions: readonly Reception[]) => fieldsOf(receptions).map((fields) => fields.aggregatedText);

const a = block('D50A', 0, { text: 'THE FIRST BLOCK OF THREE, ' });
const b = block('D50B', 7, { text: 'THE SECOND, ' });
const c = block('D50C', 15, { text: 'AND THE LAST.', end: false });
const joined = 'THE FIRST BLOCK OF THREE, THE SECOND, AND THE LAST.';

describe('blocks of one message', () => {
  test('blocks are joined in their order, on every row, in any order of arrival', () => {
    for (const order of [
      [a, b, c],
      [c, a, b],
      [b, c, a],
    ])
      expect(fieldsOf(order)).toEqual(
        order.map(() => ({
          aggregatedText: joined,
          aggregationStatus: 'complete',
          consensusStatus: 'single',
          consensusResult: null,
        })),
      );
  });

  test('a block still missing at the end is in progress, one missing in between is out of sequence', () => {
    expect(statuses([a, b])).toEqual(['in progress', 'in progress']);
    expect(statuses([a, c])).toEqual(['out of sequence', 'out of sequence']);
    expect(statuses([b, c])).toEqual(['out of sequence', 'out of sequence']);
    expect(texts([a, b, c].slice(1))).toEqual([null, null]);
  });

  test('a message of one block is skipped; without a number, a label or an aircraft nothing is set', () => {
    expect(fieldsOf([block('M01A', 0, { end: false, text: 'POS' })])).toEqual([
      { aggregatedText: null, aggregationStatus: 'skipped', consensusStatus: 'single', consensusResult: null },
    ]);
    const unknown: Partial<Reception>[] = [
      { tail: null },
      { label: null },
      { blockId: '\\' },
      { msgno: 'D5', blockId: null },
    ];
    for (const fields of unknown) expect(assemblyKeyText(block('M01A', 0, fields))).toBeNull();
    expect(assemblyKeyText(block(null, 0, { blockId: null, label: 'SQ' }))).toBeNull();
    expect(assemblyKeyText(block('M01A', 0, { tail: null, icao: 'ABC123' }))).not.toBeNull();
  });

  test('an acknowledgement, and a block without a number, has no second block but is compared', () => {
    for (const extras of [{ label: '_d' }, { blockId: '7' }]) {
      const receptions = ['S1', 'S2'].map((stationId) =>
        block(null, 0, { ...extras, stationId, ack: '3', end: false }),
      );
      for (const fields of fieldsOf(receptions))
        expect(fields).toMatchObject({ aggregationStatus: 'skipped', consensusStatus: 'agreed' });
      const [one] = receptions as [Reception];
      expect(assemblyKeyText({ ...one, ack: '4' })).not.toBe(assemblyKeyText(one));
    }
  });

  test('one block from one station, the next from another', () => {
    expect(texts([a, { ...b, stationId: 'S2' }, { ...c, stationId: 'S3' }])).toEqual([joined, joined, joined]);
  });

  test('clocks that differ by seconds do not split a message', () => {
    expect(texts([a, { ...b, stationId: 'S2', timestamp: (a.timestamp ?? 0) - 2 }, c])).toEqual([
      joined,
      joined,
      joined,
    ]);
  });

  test('a repeated block is not in the text twice, and its row has the text as well', () => {
    const again = { ...b, timestamp: (b.timestamp ?? 0) + 4.9, acarsDateTime: '2026-11-20T12:00:11Z' };
    const later = { ...a, timestamp: (a.timestamp ?? 0) + 40 };
    expect(texts([a, later, b, again, c])).toEqual([joined, joined, joined, joined, joined]);
  });

  test('the same number for another message, minutes or an hour later: each has its own text', () => {
    for (const lag of [120, 3600]) {
      const a2 = block('D50A', lag, { text: 'SOMETHING ', blockId: '7' });
      const b2 = block('D50B', lag + 5, { text: 'NEW', blockId: '8', end: false });
      const whole = [joined, joined, joined, 'SOMETHING NEW', 'SOMETHING NEW'];
      expect(texts([a, b, c, a2, b2])).toEqual(whole);
      expect(texts([a, b, a2, b2])).toEqual([null, null, 'SOMETHING NEW', 'SOMETHING NEW']);
      expect(texts([a, b, c, b2])).toEqual([joined, joined, joined, null]);
      expect(statuses([a, b, c, b2])[3]).toBe('out of sequence');
    }
  });

  describe('the same number and block id for another message within minutes', () => {
    const old = block('D50A', 0, { text: 'APM REPORT ENGINE ONE ', blockId: '4' });
    const newer = (lag: number) => block('D50A', lag, { text: 'POSN47000E012000 ', blockId: '4' });
    const last = (lag: number, fields: Partial<Reception> = {}) =>
      block('D50B', lag + 6, { text: 'FUEL 12.4', blockId: '5', end: false, ...fields });
    const whole = 'POSN47000E012000 FUEL 12.4';

    test.each([60, 240, 600])('each text belongs to its own message, %i s later', (lag) => {
      for (const order of [
        [old, newer(lag), last(lag)],
        [last(lag), newer(lag), old],
      ])
        expect(texts(order).sort()).toEqual([whole, whole, null].sort());
      expect(texts([old, newer(lag), last(lag)])[0]).toBe(null);
      expect(statuses([old, newer(lag), last(lag)])).toEqual(['in progress', 'complete', 'complete']);
      const assembly = new Assembly([old, newer(lag), last(lag)]);
      expect(assembly.blocksOf(old).map(({ text }) => text)).toEqual([old.text]);
    });

    test('a receiver that joined the old first block with the new second one is not believed', () => {
      const wrong = last(240, { text: 'APM REPORT ENGINE ONE FUEL 12.4', aggregationStatus: 'complete' });
      expect(texts([old, newer(240), wrong])).toEqual([null, whole, whole]);
      expect(texts([{ ...old, stationId: 'S2' }, newer(240), wrong])).toEqual([null, whole, whole]);
      expect(texts([newer(240), wrong])).toEqual([null, null]);
    });

    test.each([
      ['the first block was the whole message', [{ ...old, end: false }, last(60)]],
      [
        'a block after the last one',
        [old, last(0), block('D50C', 60, { blockId: '6', end: false, text: 'OF THE NEXT' })],
      ],
      [
        'another second block came in between',
        [
          old,
          block('D50B', 6, { blockId: '5', text: 'TWO ' }),
          block('D50B', 300, { blockId: '5', text: 'OTHER ' }),
          block('D50C', 306, { blockId: '6', end: false, text: 'OF THE NEXT' }),
        ],
      ],
      [
        'the third block was sent before the second',
        [old, block('D50C', 12, { blockId: '6', end: false, text: 'END' }), last(300, { blockId: '8' })],
      ],
    ])('blocks of a message whose first block is missing are not joined to the one before: %s', (_name, received) => {
      for (const order of [received, [...received].reverse()]) {
        const found = fieldsOf(order)[order.indexOf(received.at(-1) as Reception)];
        expect(found).toMatchObject({ aggregatedText: null, aggregationStatus: 'out of sequence' });
        for (const text of texts(order)) expect(text ?? '').not.toMatch(/OF THE NEXT|OTHER/);
      }
    });

    test('a second block with another text later is none of the message: the nearest is', () => {
      const later = last(240, { text: 'ANOTHER', stationId: 'S2' });
      const again = { ...later, stationId: 'S3', timestamp: (later.timestamp ?? 0) + 0.2 };
      expect(texts([old, last(0), later, again])).toEqual([
        'APM REPORT ENGINE ONE FUEL 12.4',
        'APM REPORT ENGINE ONE FUEL 12.4',
        null,
        null,
      ]);
    });

    test('a repeated block with a few damaged characters is a repeat', () => {
      const again = block('D50A', 30, { text: 'APM REP*RT ENGINE ONE ', blockId: '4', error: 1 });
      expect(texts([old, again, last(30)])).toEqual(Array(3).fill('APM REPORT ENGINE ONE FUEL 12.4'));
    });
  });

  test('blocks further apart than the timeout of their link belong to different messages', () => {
    expect(statuses([a, { ...b, timestamp: (a.timestamp ?? 0) + 661, end: false }])).toEqual([
      'in progress',
      'out of sequence',
    ]);
    const hf = [a, { ...b, timestamp: (a.timestamp ?? 0) + 661, end: false }].map((one) => ({ ...one, type: 'HFDL' }));
    expect(statuses(hf)).toEqual(['complete', 'complete']);
  });

  test('a receiver that reassembles has the full text in the last block: it is not joined twice', () => {
    const whole = { ...c, text: joined };
    expect(texts([a, b, { ...whole, aggregationStatus: 'complete' }])).toEqual([joined, joined, joined]);
    // dumpvdl2 does not report it
    expect(texts([a, b, whole])).toEqual([joined, joined, joined]);
    // the same block by another receiver that had only its own text
    const both = fieldsOf([a, b, whole, { ...c, stationId: 'S2' }]);
    expect(both.map(({ aggregatedText }) => aggregatedText)).toEqual([joined, joined, joined, joined]);
    expect(both[3]).toMatchObject({ consensusStatus: 'agreed', consensusResult: c.text });
  });

  test('a receiver with all blocks provides the text, although some blocks are missing here', () => {
    const whole = { ...c, text: joined, aggregationStatus: 'complete' };
    expect(texts([a, whole])).toEqual([joined, joined]);
    expect(texts([whole])).toEqual([joined]);
    expect(statuses([whole])).toEqual(['complete']);
  });

  test('the value of the receiver stays if there is no better one', () => {
    expect(statuses([{ ...b, aggregationStatus: 'duplicate' }])).toEqual(['duplicate']);
    expect(statuses([{ ...a, end: null, aggregationStatus: 'duplicate' }])).toEqual(['in progress']);
  });

  test('blocks to the aircraft are ordered by block id, across the end of the alphabet', () => {
    const up = (blockId: string, at: number, fields: Partial<Reception>) => block(null, at, { blockId, ...fields });
    const first = up('Z', 0, { text: 'LDI/RW08, ' });
    const second = up('A', 4, { text: 'AND MORE', end: false });
    expect(texts([first, second])).toEqual(['LDI/RW08, AND MORE', 'LDI/RW08, AND MORE']);
    expect(statuses([first])).toEqual(['in progress']);
    expect(statuses([second])).toEqual(['skipped']);
    expect(statuses([first, up('B', 4, { text: 'ANOTHER', end: false })])).toEqual(['in progress', 'skipped']);
    expect(
      texts([
        { ...first, blockId: 'W', mode: 'B' },
        { ...second, mode: 'B' },
      ])[1],
    ).toBe('LDI/RW08, AND MORE');
  });
});

describe('receptions of one transmission', () => {
  const right = 'POSN34420W108077,SJN,144906,350';
  const at = (station: string, seconds: number, text: string) =>
    block('M01A', seconds, { stationId: station, text, end: false, blockId: '1' });

  test('three receptions with one wrong character each give one right text on all rows', () => {
    const receptions = [
      at('S1', 0, right.replace('SJN', 'SJX')),
      at('S2', 0.4, right.replace('POSN', 'PSN')),
      at('S3', -1.2, right.replace('144906', '1449060')),
    ];
    for (const fields of fieldsOf(receptions))
      expect(fields).toEqual({
        aggregatedText: null,
        aggregationStatus: 'skipped',
        consensusStatus: 'majority',
        consensusResult: right,
      });
  });

  test('a repetition after 10 s is another transmission', () => {
    expect(fieldsOf([at('S1', 0, right), at('S1', 10, right)]).map((one) => one.consensusStatus)).toEqual([
      'single',
      'single',
    ]);
    expect(fieldsOf([at('S1', 0, right), at('S1', 3, right)]).map((one) => one.consensusStatus)).toEqual([
      'agreed',
      'agreed',
    ]);
  });

  test('endless receptions are a flood: each one is separate', () => {
    const flood = Array.from({ length: 100 }, (_, i) => at('S1', i, right));
    expect(fieldsOf(flood)[50]?.consensusStatus).toBe('single');
  });

  test('receptions: the blocks of the message, each with its receptions and the winning text', () => {
    const damaged = { ...b, stationId: 'S2', text: 'THE SEC*ND, ', error: 2, timestamp: (b.timestamp ?? 0) + 0.1 };
    const assembly = new Assembly([damaged, c, a, b]);
    expect(assembly.blocksOf(damaged)).toEqual([
      { text: a.text, isRequested: false, receptions: [{ reception: a, isWinner: true }] },
      {
        text: b.text,
        isRequested: true,
        receptions: [
          { reception: b, isWinner: true },
          { reception: damaged, isWinner: false },
        ],
      },
      { text: c.text, isRequested: false, receptions: [{ reception: c, isWinner: true }] },
    ]);
  });
});

/** Few values, so that receptions match. */
const reception: fc.Arbitrary<Reception> = fc
  .record({
    letter: fc.constantFrom('A', 'A', 'B', 'C'),
    at: fc.constantFrom(0, 0.3, 2, 4, 9, 12, 40, 300, 655, 662, 900, 1300, 1330, 2000, 2700, 4000),
    blockId: fc.constantFrom('1', '2', '2', '3'),
    stationId: fc.constantFrom('S1', 'S2', 'S3'),
    end: fc.constantFrom(true, false, null),
    text: fc.constantFrom(
      'ONE',
      'TWO',
      'TWQ',
      'A BLOCK OF MORE THAN 24 CHARACTERS',
      'A BLOCK OF MORE THAN 24 CHARACTERSTWO',
    ),
    aggregationStatus: fc.constantFrom(null, 'complete', 'in progress', 'out of sequence', 'duplicate'),
    error: fc.constantFrom(0, 1, null),
    isUp: fc.boolean(),
  })
  .map(({ letter, at, isUp, blockId, ...fields }) =>
    isUp ? block(null, at, { ...fields, blockId: letter }) : block(`D50${letter}`, at, { ...fields, blockId }),
  );
const sameKey = fc
  .array(reception, { minLength: 1, maxLength: 14 })
  .map((all) => all.filter((one) => assemblyKeyText(one) === assemblyKeyText(all[0] as Reception)));

describe('inputs of the values', () => {
  test('not on the order', () => {
    fc.assert(
      fc.property(
        sameKey.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const [before, after] = [new Assembly(all), new Assembly(shuffled)];
          for (const one of all) expect(after.fieldsOf(one)).toEqual(before.fieldsOf(one));
        },
      ),
      { numRuns: 250 },
    );
  });

  test('not beyond its reach: stored rows outside need not be read', () => {
    fc.assert(
      fc.property(sameKey, (all) => {
        const assembly = new Assembly(all);
        for (const one of all) {
          const near = all.filter((other) => Math.abs(secondsOf(other) - secondsOf(one)) <= reachSeconds(one));
          expect(new Assembly(near).fieldsOf(one)).toEqual(assembly.fieldsOf(one));
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('for a single reception the short path gives the same result', () => {
  const changes = fc.record({
    msgno: fc.constantFrom(null, 'D50A', 'D50B', 'D50', 'D50a', 'D5 0'),
    blockId: fc.constantFrom(null, '', '1', 'A', 'X', '12', 'a', '\\'),
    label: fc.constantFrom('H1', '_d'),
  });
  fc.assert(
    fc.property(reception, changes, (one, more) => {
      const alone = { ...one, ...more };
      expect(aloneFields(alone)).toEqual(new Assembly([alone]).fieldsOf(alone));
    }),
    { numRuns: 1000 },
  );
});
