import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import styles from '../ListScreen.module.css';

/** Link before the title of a list of one object, or of a part that is shown alone. */
export function ParentLink({
  parent,
}: {
  parent: { readonly path: string; readonly label: string; readonly slot?: string };
}): ReactElement {
  // Keeps the address parameters of other parts.
  const search = (now: Record<string, unknown>): Record<string, unknown> =>
    parent.slot === undefined ? {} : { ...now, only: undefined };
  return (
    <Link to={parent.path} search={search as never} className={styles.parent}>
      <IconChevronLeft size={16} aria-hidden="true" />
      {parent.label}
    </Link>
  );
}
