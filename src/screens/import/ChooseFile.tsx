import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactElement, useRef, useState } from 'react';
import { maxImportBytes } from '../../../contract/calls/imports.ts';
import { sizeText } from '../../lib/format.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './Import.module.css';

const supportedFormats: readonly (readonly [what: string, files: string])[] = [
  [
    'Messages',
    'JSON lines from acarsdec, vdlm2dec, dumpvdl2 or dumphfdl, or decoded ADS-B frames with API field names',
  ],
  ['Airports', 'airports.csv of OurAirports'],
  ['Aircraft', 'Virtual Radar standing data; aircraftDatabase.csv of OpenSky'],
  ['Airlines, model types, routes', 'Virtual Radar standing data'],
];

export function ChooseFile({ isFirst, onFile }: { isFirst: boolean; onFile: (file: File) => void }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (files: FileList | null): void => {
    const [file, ...more] = files ?? [];
    if (!file) return;
    const wrong = more.length > 0 ? 'Choose one file at a time.' : whatIsWrong(file);
    setProblem(wrong);
    if (wrong === null) onFile(file);
  };
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button inside is everybody's */}
      <div
        className={styles.drop}
        data-over={isOver}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <IconUpload size={24} aria-hidden="true" className={styles.icon} />
        <p>{isFirst ? 'Drop a file here, or' : 'Drop another file here, or'}</p>
        <PlainButton look={isFirst ? 'filled' : 'default'} onClick={() => input.current?.click()}>
          Choose file
        </PlainButton>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File to import"
          onChange={(event) => {
            take(event.target.files);
            event.target.value = ''; // so that the same file can be selected again
          }}
        />
        <p
          className={styles.words}
        >{`Up to ${maxImportBytes / 1_048_576} MB, plain or gzip. You see a preview before anything is written.`}</p>
        <p role="alert" className={styles.wrong}>
          {problem}
        </p>
      </div>
      <dl className={styles.supportedFormats} aria-label="Supported formats">
        {supportedFormats.map(([what, files]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{files}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function whatIsWrong(file: File): string | null {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > maxImportBytes)
    return `${file.name} is too large (${sizeText(file.size)}). Pack it with gzip, or use npm run import on the server.`;
  return null;
}
