/** 'Export to Excel', and the choice of rows and format. The export code loads on a click (export-store.ts). */
import { Menu } from '@mantine/core';
import { IconBraces, IconChevronDown, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { Fragment, type ReactElement, useEffect } from 'react';
import { formatCount } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useValue } from '../../ui/value-store.ts';
import { useListModel } from '../list-model.ts';
import { inOverlay } from '../overlay.ts';
import { storedCountText } from '../page/coverage-text.ts';
import { countText } from '../page/paging.ts';
import { clearMarks, markedRows } from '../reading/marked-rows.ts';
import styles from './Export.module.css';
import type { ExportedRows, ExportFormat, ExportRequest } from './export-request.ts';
import { exportStore, startExport, useOfferedExport } from './export-store.ts';

type ExportMenuProps = {
  readonly isNarrow: boolean;
  /** Narrow: closes the surrounding menu. */
  readonly onStart?: () => void;
};

/** `name` null = a workbook, the format of the button. */
const formats = [
  { format: 'xlsx', name: null, Icon: IconFileSpreadsheet },
  { format: 'csv', name: 'CSV', Icon: IconFileTypeCsv },
  { format: 'jsonl', name: 'JSON lines', Icon: IconBraces },
] as const;
/** Seen in LibreOffice 7.4. */
const csvHint = 'For programs: a spreadsheet reads the address 40E123 as a number.';
const inFormat = (name: string | null, rows: string): string =>
  name === null ? rows : `${name}: ${rows.charAt(0).toLowerCase()}${rows.slice(1)}`;

type StartExport = (rows: ExportedRows, format: ExportFormat) => void;

/** null = another export runs. */
function useStart(): StartExport | null {
  const isRunning = useValue(exportStore) !== null;
  const { list, state, extra, announced: page } = useListModel();
  if (isRunning) return null;
  return (rows, format) => {
    const ofRows = rows === 'marked' && page ? { ...page, rows: markedRows.get() } : page;
    void startExport({ list, state, page: ofRows, extra, rows, format });
  };
}

/** To be mounted with the list, whether its menu is open or not. */
export function OfferedExport(): null {
  const start = useStart();
  const { list, announced } = useListModel();
  const isOffered = start !== null && list.export !== undefined && (announced?.rows.length ?? 0) > 0;
  useOfferedExport(isOffered ? () => start('loaded', 'xlsx') : null);
  return null;
}

export function ExportMenu(props: ExportMenuProps): ReactElement | null {
  const startNow = useStart();
  const isRunning = startNow === null;
  const { list, state, announced: page } = useListModel();
  const marked = useValue(markedRows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks belong to these
  useEffect(() => clearMarks, [list.name, JSON.stringify(state.filters), state.lastHours]);
  if (!list.export) return null;
  const start: StartExport = (rows, format) => {
    if (isRunning) return;
    startNow(rows, format);
    props.onStart?.();
  };
  const loaded = page?.rows.length ?? 0;
  const words = rowsInWords(page, marked.length);
  const button = (
    <PlainButton
      className={props.isNarrow ? undefined : styles.main}
      disabled={loaded === 0}
      data-export-opener="true"
      aria-disabled={isRunning || undefined}
      title={words.loaded}
      onClick={() => start('loaded', 'xlsx')}
    >
      <IconFileSpreadsheet size={16} aria-hidden="true" />
      {specTexts.list.exportToExcel}
    </PlainButton>
  );
  if (props.isNarrow)
    return (
      <>
        {button}
        {formats.map(({ format, name, Icon }) => (
          <PlainButton key={format} aria-disabled={isRunning || undefined} onClick={() => start('matching', format)}>
            <Icon size={16} aria-hidden="true" />
            {name === null ? `Export ${words.matching.toLowerCase()}` : inFormat(name, words.matching)}
          </PlainButton>
        ))}
      </>
    );
  return (
    <span className={styles.pair}>
      <span role="status" className={styles.marked}>
        {marked.length > 0 ? `${formatCount(marked.length)} marked` : ''}
      </span>
      {button}
      <Menu position="bottom-end" portalProps={inOverlay(list)}>
        <Menu.Target>
          <PlainButton className={styles.choice} aria-label="Rows to export" title="Rows and format to export">
            <IconChevronDown size={14} aria-hidden="true" />
          </PlainButton>
        </Menu.Target>
        <Menu.Dropdown aria-label="Rows to export">
          {formats.map(({ format, name, Icon }) => (
            <Fragment key={format}>
              {name === null ? null : <Menu.Divider />}
              {format === 'csv' ? <Menu.Label>{csvHint}</Menu.Label> : null}
              {marked.length > 0 ? (
                <Menu.Item
                  leftSection={<Icon size={16} aria-hidden="true" />}
                  disabled={isRunning}
                  onClick={() => start('marked', format)}
                >
                  {inFormat(name, words.marked)}
                </Menu.Item>
              ) : null}
              <Menu.Item
                leftSection={<Icon size={16} aria-hidden="true" />}
                disabled={loaded === 0 || isRunning}
                onClick={() => start('loaded', format)}
              >
                {inFormat(name, words.loaded)}
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon size={16} aria-hidden="true" />}
                disabled={isRunning}
                onClick={() => start('matching', format)}
              >
                {inFormat(name, words.matching)}
              </Menu.Item>
            </Fragment>
          ))}
          {marked.length > 0 ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={clearMarks}>Clear marks</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

/** `The 25 displayed rows`, `All 48,213 matching rows`; of stored rows that are not all `All matching rows (18 of 248 stored)`. */
function rowsInWords(page: ExportRequest['page'], marked: number): Readonly<Record<ExportedRows, string>> {
  const loaded = page?.rows.length ?? 0;
  const part = page?.coverage?.isComplete === false ? page.coverage : null;
  const all = page ? `All ${countText(page.count, page.isCountExact)} matching rows` : 'All matching rows';
  return {
    loaded: loaded === 1 ? 'The displayed row' : `The ${formatCount(loaded)} displayed rows`,
    marked: marked === 1 ? 'The marked row' : `The ${formatCount(marked)} marked rows`,
    matching: part ? `All matching rows (${storedCountText(part)} stored)` : all,
  };
}
