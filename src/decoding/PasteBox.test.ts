import { expect, test } from 'vitest';
import { labelMeanings } from '../../decoder/label-meanings.ts';
import { decodeMessage, meaningOf } from '../../decoder/read-message.ts';
import { receivedText } from '../../decoder/reading.ts';
import { agreedLabel } from './decode-here.ts';
import { decoderExamples } from './PasteBox.tsx';

test('each example decodes to a sentence', () => {
  expect(decoderExamples.map(({ label, text }) => meaningOf(receivedText({ label, text })).words)).toEqual([
    'Position 49.46 N 0.14 E',
    'Took off from KCMH 04:44:01Z, to KSFO',
    'Position 35.03 N 106.27 W 00:05:05Z, 34,996 ft, fuel 42,920, wind 239° 65 kt, −57 °C',
  ]);
});

test('a text without a label gets that with which it is decoded; where labels read it differently it gets none', () => {
  const labelOf = (text: string): string | null =>
    agreedLabel(labelMeanings.map(([label]) => ({ label, decoding: decodeMessage({ label, text }) })));
  const [position] = decoderExamples;
  expect(decoderExamples.map(({ text }) => labelOf(text))).toEqual(decoderExamples.map(({ label }) => label));
  expect(labelOf('02XAOTPKOTP04434N02605EV136975/')).toBe('SQ');
  expect(labelOf('NO FORMAT OF ANY LABEL')).toBeNull();
  const [one, other] = ['A', 'B'].map((words) => {
    const decoding = decodeMessage(position);
    return { label: words, decoding: { ...decoding, meaning: { ...meaningOf(receivedText(position)), words } } };
  });
  expect(agreedLabel(one && other ? [one, other] : [])).toBeNull();
});
