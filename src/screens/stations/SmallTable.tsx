import { type ReactElement, type ReactNode, useId } from 'react';
import styles from './stations.module.css';

/** A panel with a short table of plain rows; wider ones scroll within the panel. */
export function SmallTable(props: {
  readonly title: string;
  readonly headers: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** In place of rows: that there are none, that they load, or why not. */
  readonly words: ReactNode;
  readonly children?: ReactNode;
}): ReactElement {
  const id = useId();
  const { title, headers, rows } = props;
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div className={styles.scroller} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, at) => (
                  <td key={headers[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 ? <div className={styles.words}>{props.words}</div> : null}
      </div>
      {props.children}
    </section>
  );
}
