/** Statistics at first sight: levels by frequency. Own file: a chart with its table. */
import type { ReactElement } from 'react';
import type { FrequencyLevels } from '../../../contract/entities/first-sight.ts';
import { BoxPlot, boxGutter, minColumnPx } from '../../charts/BoxPlot.tsx';
import { formatCount, formatNumber, measured, withUnit } from '../../lib/format.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { SightCard, type SightProps } from './SightCard.tsx';
import { chartTitles, levelsSentence, megahertz } from './sight-texts.ts';

const quantiles = ['5 %', '25 %', 'Median', '75 %', '95 %'] as const;
const levelsColumns: readonly TableColumn<FrequencyLevels>[] = [
  { key: 'frequency', header: 'Frequency', unit: 'MHz', value: ({ khz }) => khz, text: ({ khz }) => megahertz(khz) },
  { key: 'type', header: 'Type', value: ({ type }) => type },
  {
    key: 'messages',
    header: 'Messages',
    isNumber: true,
    value: ({ messages }) => messages,
    text: ({ messages }) => formatCount(messages),
  },
  ...quantiles.map(
    (header, at): TableColumn<FrequencyLevels> => ({
      key: header,
      header,
      unit: 'dB',
      isNumber: true,
      value: (row) => row.quantiles[at] ?? null,
      text: (row) => formatNumber(row.quantiles[at] ?? 0, 1),
    }),
  ),
];

export function LevelsChart({ sight: { levels }, lines }: SightProps): ReactElement {
  return (
    <SightCard
      title={chartTitles.levels}
      about="Text messages, dB. Box: middle 50 %. Line: middle 90 %. Below: messages."
      finding={levelsSentence(levels)}
      lines={lines}
      columns={levelsColumns}
      rows={levels}
      rowKey={({ khz, type }) => `${khz} ${type}`}
      chart={
        levels.length === 0
          ? null
          : (drawn) => {
              const shown = maxUsed(levels, Math.floor((drawn.width - boxGutter) / minColumnPx));
              return (
                <BoxPlot
                  label="Levels by frequency"
                  {...drawn}
                  distributions={shown.map(({ khz, messages, ...one }) => ({
                    name: megahertz(khz),
                    note: formatCount(messages),
                    quantiles: one.quantiles,
                  }))}
                  describe={(at) => {
                    const one = shown[at];
                    if (!one) return '';
                    const [p5 = 0, , p50 = 0, , p95 = 0] = one.quantiles;
                    return `${measured(megahertz(one.khz), 'MHz')}, ${one.type}: median ${withUnit(p50, 'dB', 0)}, from ${formatNumber(p5, 0)} to ${withUnit(p95, 'dB', 0)}, ${formatCount(one.messages)} messages`;
                  }}
                />
              );
            }
      }
    />
  );
}

/** As many as fit, by frequency. The table has all. */
function maxUsed(levels: readonly FrequencyLevels[], most: number): readonly FrequencyLevels[] {
  const used = new Set(levels.toSorted((a, b) => b.messages - a.messages).slice(0, Math.max(1, most)));
  return levels.filter((one) => used.has(one));
}
