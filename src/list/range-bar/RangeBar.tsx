/** Usual ranges of a list, its own one marked, From and To, and the messages of that time. */
import { Popover } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { specTexts } from '../../lib/spec-texts.ts';
import { utcMoment } from '../../lib/time.ts';
import { useAudience } from '../../session/use-session.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useArchive } from '../archive/use-archive.ts';
import { coveredFrom } from '../coverage-text.ts';
import { FilterLine } from '../FilterField.tsx';
import { filterFields } from '../filter-fields.ts';
import { draftProblems, hasOwnWindow, movingWindow } from '../list-state.ts';
import { inOverlay } from '../overlay.ts';
import { useMedia } from '../use-media.ts';
import { MiniBand } from './MiniBand.tsx';
import { currentPreset, presetsOf } from './presets.ts';
import styles from './RangeBar.module.css';
import type { RangeProps } from './range-props.ts';

/** The band has space next to presets and filters. */
const bandFrom = '(min-width: 1400px)';
/** Next to a range with both of its dates. */
const wideBandFrom = '(min-width: 1560px)';
const bandWidths = { usual: 180, wide: 300 };

export function RangeBar(props: RangeProps): ReactElement {
  const { list, state, page, onRange } = props;
  const audience = useAudience();
  const hasBand = useMedia(bandFrom);
  const hasWideBand = useMedia(wideBandFrom);
  const archive = useArchive(list);
  const current = currentPreset(list, state);
  const since = page?.source === 'stored' && page.coverage ? coveredFrom(page.coverage) : null;
  return (
    <>
      <fieldset className={styles.presets} aria-label="Range">
        {presetsOf(list).map((preset) => (
          <PlainButton
            key={preset.hours}
            aria-pressed={preset === current || preset.hours === current?.hours}
            title={preset.isOwn ? 'The default range of this list' : undefined}
            onClick={() => onRange(preset.isOwn ? null : preset.hours)}
          >
            {preset.label}
            {preset.isOwn ? <span className={styles.own}>default</span> : null}
          </PlainButton>
        ))}
        <CustomRange {...props} />
        {archive ? (
          <PlainButton
            aria-pressed={state.isArchived}
            title={`Messages of ${archive.text}`}
            onClick={() => onRange({ archive: archive.ends })}
          >
            Archive
          </PlainButton>
        ) : null}
      </fieldset>
      {since === null ? null : <span className={styles.since}>stored since {utcMoment(since, Date.now())}</span>}
      {list.band && hasBand && (audience === 'admin' || audience === 'parser') ? (
        <MiniBand
          kind={list.band}
          hours={movingWindow(list, state)?.hours ?? null}
          width={hasWideBand ? bandWidths.wide : bandWidths.usual}
          {...props}
        />
      ) : null}
    </>
  );
}

/** From and To of the filter, without its other fields. */
function CustomRange({ list, state, typed, onSearch }: RangeProps): ReactElement {
  const [isOpened, setOpened] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const problems = draftProblems(list, state.filters, typed.draft);
  const fields = filterFields(list).filter(({ filter }) => filter.way === 'between');
  const close = (): void => {
    setOpened(false);
    setLeft(new Set());
  };
  return (
    <Popover
      opened={isOpened}
      onChange={(next) => (next ? setOpened(true) : close())}
      position="bottom-start"
      width={400}
      trapFocus
      returnFocus
      shadow="md"
      portalProps={inOverlay(list)}
    >
      <Popover.Target>
        <PlainButton
          aria-pressed={hasOwnWindow(list, state.filters) && !state.isArchived}
          onClick={() => setOpened((open) => !open)}
        >
          Custom
        </PlainButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.custom} aria-label="From and To">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const wrong = fields.flatMap(({ names }) => names).filter((name) => name in problems);
            setLeft(new Set(wrong));
            if (wrong.length > 0) return;
            close();
            onSearch();
          }}
        >
          {fields.map((field) => (
            <FilterLine
              key={field.id}
              list={list}
              field={field}
              window={movingWindow(list, state)}
              texts={{ ...state.filters, ...typed.draft }}
              open={typed.open}
              problems={Object.fromEntries(Object.entries(problems).filter(([name]) => left.has(name)))}
              onText={typed.type}
              onLeave={(name) => setLeft((old) => new Set(old).add(name))}
              hasMeaning={false}
            />
          ))}
          <PlainButton type="submit" look="filled">
            {specTexts.list.search}
          </PlainButton>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
