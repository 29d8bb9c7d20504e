/**
 * 'Export to Excel' and, beside it, the choice of rows. On narrow screens the two stand below each other in the list's menu.
 * Must not: import what writes workbooks (export-store.ts loads it at the press).
 */
import { Menu } from '@mantine/core';
import { IconChevronDown, IconFileSpreadsheet } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { formatCount } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useValue } from '../../ui/value-store.ts';
import { inOverlay } from '../overlay.ts';
import { countText } from '../Pager.tsx';
import styles from './Export.module.css';
import { type ExportedRows, type ExportRequest, exportStore, startExport } from './export-store.ts';

export type ExportMenuProps = Omit<ExportRequest, 'rows'> & {
  readonly isNarrow: boolean;
  /** Narrow: the menu around it closes. */
  readonly onStart?: () => void;
};

export function ExportMenu(props: ExportMenuProps): ReactElement | null {
  const isRunning = useValue(exportStore) !== null;
  const { list, page } = props;
  if (!list.export) return null;
  const start = (rows: ExportedRows): void => {
    if (isRunning) return;
    void startExport({ list, state: props.state, page, extra: props.extra, rows });
    props.onStart?.();
  };
  const loaded = page?.rows.length ?? 0;
  const words = rowsInWords(props);
  const button = (
    <PlainButton
      className={props.isNarrow ? undefined : styles.main}
      disabled={loaded === 0}
      data-export-opener="true"
      aria-disabled={isRunning || undefined}
      title={words.loaded}
      onClick={() => start('loaded')}
    >
      <IconFileSpreadsheet size={16} aria-hidden="true" />
      {specTexts.list.exportToExcel}
    </PlainButton>
  );
  if (props.isNarrow)
    return (
      <>
        {button}
        <PlainButton aria-disabled={isRunning || undefined} onClick={() => start('matching')}>
          <IconFileSpreadsheet size={16} aria-hidden="true" />
          Export {words.matching.toLowerCase()}
        </PlainButton>
      </>
    );
  return (
    <span className={styles.pair}>
      {button}
      <Menu position="bottom-end" portalProps={inOverlay(list)}>
        <Menu.Target>
          <PlainButton className={styles.choice} aria-label="Which rows to export" title="Which rows to export">
            <IconChevronDown size={14} aria-hidden="true" />
          </PlainButton>
        </Menu.Target>
        <Menu.Dropdown aria-label="Which rows to export">
          <Menu.Item disabled={loaded === 0 || isRunning} onClick={() => start('loaded')}>
            {words.loaded}
          </Menu.Item>
          <Menu.Item disabled={isRunning} onClick={() => start('matching')}>
            {words.matching}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

/** `The 25 rows shown`, `All 48,213 that match`. */
function rowsInWords({ page }: ExportMenuProps): Readonly<Record<ExportedRows, string>> {
  const loaded = page?.rows.length ?? 0;
  return {
    loaded: loaded === 1 ? 'The row shown' : `The ${formatCount(loaded)} rows shown`,
    matching: page ? `All ${countText(page.count, page.isCountExact)} that match` : 'All that match',
  };
}
