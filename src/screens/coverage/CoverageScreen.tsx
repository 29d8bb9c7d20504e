/** /coverage: which labels are decoded, and the most frequent shapes of texts that nobody reads. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { DecodingCoverage } from '../../../contract/entities/decoding.ts';
import { readKnown } from '../../../contract/known-values.ts';
import { parseInstant, writeInstant } from '../../../contract/params.ts';
import { labelWords } from '../../../decoder/label-meanings.ts';
import { type ApiResponse, resource } from '../../data/resource.ts';
import { send, serverNow } from '../../data/send.ts';
import { formatCount, oneLine } from '../../lib/format.ts';
import { utcMoment, windowLabel } from '../../lib/time.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage, Panel } from '../../objects/ObjectPage.tsx';
import { rawListPath } from '../../objects/object-paths.ts';
import { useAudience } from '../../session/use-session.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './Coverage.module.css';

const ranges = [24, 7 * 24] as const;
const hourMs = 3_600_000;

export default function CoverageScreen(): ReactElement {
  const [hours, setHours] = useState<number>(ranges[0]);
  const queryKey = [api.acarsMessage.coverage.id, hours];
  const query = useQuery({
    ...resource<DecodingCoverage>({
      key: queryKey,
      request: (config) =>
        send(api.acarsMessage.coverage, { query: { from: writeInstant(serverNow() - hours * hourMs) }, ...config }),
      read: (body) => readKnown(api.acarsMessage.coverage.response, body),
      timeOf: (body) => parseInstant(String((body as { to?: unknown } | null)?.to)),
      copy: { call: api.acarsMessage.coverage, variant: String(hours) },
    }),
    meta: { isQuiet: true },
  });
  return (
    <ObjectPage
      query={query}
      queryKey={queryKey}
      title="Decoding by label"
      notFound="This server does not count decoded messages. Update it first."
    >
      {(response) => <Loaded response={response} hours={hours} onHours={setHours} />}
    </ObjectPage>
  );
}

type Label = DecodingCoverage['labels'][number];
type LoadedProps = {
  readonly response: ApiResponse<DecodingCoverage>;
  readonly hours: number;
  readonly onHours: (hours: number) => void;
};

const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));
const sum = (labels: readonly Label[], of: (label: Label) => number): number =>
  labels.reduce((total, label) => total + of(label), 0);

function Loaded({ response, hours, onHours }: LoadedProps): ReactElement {
  const { labels, from, to, isCut } = response.value;
  const total = sum(labels, ({ messages }) => messages);
  const none = sum(labels, (label) => label.none);
  const waiting = sum(labels, (label) => label.waiting);
  const now = Date.parse(to);
  const listPath = rawListPath(useAudience());
  const columns = useMemo(() => columnsOf(listPath, hours), [listPath, hours]);
  const shapes = useMemo(() => shapesOf(labels), [labels]);
  return (
    <>
      <div className={page.head}>
        <h1 className={page.title}>Decoding by label</h1>
        <fieldset className={`${shared.buttons} ${styles.range}`} aria-label="Range">
          {ranges.map((one) => (
            <PlainButton key={one} aria-pressed={one === hours} onClick={() => onHours(one)}>
              {windowLabel(one)}
            </PlainButton>
          ))}
        </fieldset>
        <span className={shared.dim}>
          {formatCount(total)} messages, {share(none, total - waiting)} % not decoded
          {waiting > 0 ? `, ${formatCount(waiting)} not decoded yet` : ''}, {utcMoment(Date.parse(from), now)} to{' '}
          {utcMoment(now, now)}
        </span>
      </div>
      {response.source === 'stored' ? <p className={page.asOf}>Stored on this device.</p> : null}
      {isCut ? <p className={shared.dim}>Only the newest messages are counted. This range has more.</p> : null}
      <Panel title="Labels">
        <DataTable label="Labels" columns={columns} rows={labels} rowKey={({ label }) => label ?? ''} />
      </Panel>
      <Panel title="Shapes of texts that are not decoded" note="9 = a digit, A = a letter">
        {shapes.length === 0 ? (
          <p className={panel.none}>None in this range.</p>
        ) : (
          <ul className={`${shared.bareList} ${styles.shapes}`}>
            {shapes.map(({ label, shape, messages }) => (
              <li key={`${label} ${shape}`}>
                <Link to={listPath} search={searchOf(label, 'none', hours) as never}>
                  {oneLine(label ?? '') || 'No label'}
                </Link>
                <code dir="auto">{oneLine(shape)}</code>
                <span className={styles.number}>{formatCount(messages)}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

const maxShapes = 10;
const shapesOf = (labels: readonly Label[]) =>
  labels
    .flatMap(({ label, shapes }) => shapes.map((one) => ({ label, ...one })))
    .sort((a, b) => b.messages - a.messages)
    .slice(0, 3 * maxShapes);

/** The list behind a number. */
const searchOf = (label: string | null, decoded: string, hours: number): Record<string, string> => ({
  ...(label === null ? {} : { label }),
  decoded,
  last: String(hours),
});

function columnsOf(to: string, hours: number): TableColumn<Label>[] {
  const counted = (key: 'full' | 'partial' | 'none', header: string): TableColumn<Label> => ({
    key,
    header,
    isNumber: true,
    value: (row) => row[key],
    cell: (row) =>
      row[key] === 0 ? (
        '0'
      ) : (
        <Link to={to} search={searchOf(row.label, key, hours) as never}>
          {formatCount(row[key])}
        </Link>
      ),
  });
  return [
    {
      key: 'label',
      header: 'Label',
      value: ({ label }) => label,
      cell: ({ label }) => (
        <span>
          <b className={shared.mono}>{oneLine(label ?? '') || '–'}</b>{' '}
          <span className={shared.dim}>{label === null ? '' : labelWords(label)}</span>
        </span>
      ),
    },
    {
      key: 'messages',
      header: 'Messages',
      isNumber: true,
      value: ({ messages }) => messages,
      text: ({ messages }) => formatCount(messages),
    },
    counted('full', 'Full'),
    counted('partial', 'Partial'),
    counted('none', 'None'),
    {
      key: 'withFacts',
      header: 'Values',
      unit: '%',
      isNumber: true,
      value: ({ withFacts, messages }) => share(withFacts, messages),
    },
  ];
}
