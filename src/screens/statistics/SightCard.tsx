/** A chart at first sight: its finding, the point that is read, its table, and files of both. */

import { IconDownload, IconFileTypeCsv, IconTable } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import type { FirstSight as FirstSightData } from '../../../contract/entities/first-sight.ts';
import { svgPicture } from '../../charts/picture.ts';
import { csvLine, csvSafe } from '../../lib/csv.ts';
import type { ReportTime } from '../../lib/tense.ts';
import { useWidth } from '../../lib/use-width.ts';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { saveFile } from '../../ui/save-file.ts';
import shared from '../../ui/shared.module.css';
import styles from './FirstSight.module.css';
import { stationName } from './sight-texts.ts';

export const StationLink = ({
  station,
}: {
  station: { readonly stationId: string; readonly city: string | null };
}): ReactElement => (
  <ObjectLink to="station" id={station.stationId} isOwn>
    {stationName(station)}
  </ObjectLink>
);

export type SightProps = {
  readonly sight: FirstSightData;
  /** Server time of the data, epoch ms. */
  readonly now: number;
  readonly at: ReportTime;
  /** Period, stations and time, for files. */
  readonly lines: readonly string[];
};

type Drawn = { readonly width: number; readonly onRead: (text: string | null) => void };
type Props<R> = {
  readonly title: string;
  /** What the chart shows, in a few words. */
  readonly about: string;
  readonly finding: string;
  readonly isAlert?: boolean;
  /** Period, stations and time of the data: another list with other data. */
  readonly lines: readonly string[];
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R, at: number) => string;
  readonly legend?: ReactNode;
  /** null = no data. */
  readonly chart: ((drawn: Drawn) => ReactNode) | null;
};

export function SightCard<R>(props: Props<R>): ReactElement {
  const { title, columns, rows, lines, finding } = props;
  const heading = useId();
  const [frame, width] = useWidth();
  const [isTable, setTable] = useState(false);
  // A point of earlier data is not shown with newer data.
  const [read, setRead] = useState<{ readonly text: string; readonly of: readonly string[] } | null>(null);
  const reading = read?.of === lines ? read.text : null;
  const onRead = (text: string | null): void => setRead(text === null ? null : { text, of: lines });
  const drawn = useRef<HTMLDivElement>(null);
  const fileName = `${title} ${lines[0] ?? ''}`.replaceAll(/[^\w -]+/g, '');
  const savePicture = (): void => {
    const svg = drawn.current?.querySelector('svg');
    if (svg)
      void svgPicture(svg, { title, lines: [...lines, finding] }).then(
        (blob) => blob && saveFile(blob, `${fileName}.png`),
      );
  };
  const saveCsv = (): void => {
    const text = (row: R, column: TableColumn<R>): string => {
      const value = column.value(row);
      return typeof value === 'number' && column.isNumber
        ? String(value)
        : csvSafe(column.text?.(row) ?? String(value ?? ''));
    };
    const header = csvLine(
      columns.map((column) => (column.unit ? `${column.header} (${column.unit})` : column.header)),
    );
    const body = rows.map((row) => csvLine(columns.map((column) => text(row, column))));
    saveFile(new Blob([header, ...body], { type: 'text/csv' }), `${fileName}.csv`);
  };
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <div className={styles.cardHead}>
        <div className={styles.titles}>
          <h3 id={heading}>{title}</h3>
          <span className={shared.dim}>{props.about}</span>
        </div>
        <span className={styles.buttons}>
          <PlainButton
            look="icon"
            aria-pressed={isTable}
            aria-label={`Table: ${title}`}
            title="Table"
            onClick={() => setTable(!isTable)}
          >
            <IconTable size={16} aria-hidden="true" />
          </PlainButton>
          {isTable ? (
            <PlainButton look="icon" aria-label={`Save CSV: ${title}`} title="Save CSV" onClick={saveCsv}>
              <IconFileTypeCsv size={16} aria-hidden="true" />
            </PlainButton>
          ) : (
            <PlainButton
              look="icon"
              aria-label={`Save picture: ${title}`}
              title="Save picture"
              disabled={props.chart === null}
              onClick={savePicture}
            >
              <IconDownload size={16} aria-hidden="true" />
            </PlainButton>
          )}
        </span>
      </div>
      <div ref={frame} className={styles.drawing}>
        {isTable ? (
          <DataTable label={title} columns={columns} rows={rows} rowKey={props.rowKey} />
        ) : props.chart === null ? (
          <p className={styles.none}>No data in this period.</p>
        ) : (
          <div ref={drawn}>{width > 0 ? props.chart({ width, onRead }) : null}</div>
        )}
      </div>
      {isTable ? null : props.legend}
      <p className={styles.finding} data-alert={(props.isAlert && reading === null) || undefined}>
        {reading ?? finding}
      </p>
    </section>
  );
}
