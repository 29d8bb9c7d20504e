import { IconDatabase } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { Coverage } from '../offline/coverage.ts';
import { coverageText } from './coverage-text.ts';
import type { ListDefinition } from './define-list.ts';
import styles from './ListScreen.module.css';

/** Above stored rows of which the server has more: their number, and the start of their time range. */
export function CoverageNote({ list, coverage }: { list: ListDefinition; coverage: Coverage }): ReactElement | null {
  const text = coverageText(coverage, list.noun, Date.now());
  return text === null ? null : (
    <p className={styles.coverage} role="status">
      <IconDatabase size={16} aria-hidden="true" className={styles.coverageIcon} />
      {text}
    </p>
  );
}
