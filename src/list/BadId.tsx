/**
 * A list of one thing (an airline's aircraft) whose address holds no id that there could be.
 * Must not: ask for data.
 */
import { IconHandFinger } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { ListDefinition, ListSubject } from './define-list.ts';
import { Message } from './Faces.tsx';
import styles from './ListScreen.module.css';
import { ParentLink } from './ParentLink.tsx';

export function BadId({ list, of }: { list: ListDefinition; of: ListSubject }): ReactElement {
  return (
    <div className={styles.screen}>
      <header className={styles.top}>
        <ParentLink parent={of.parent} />
        <h1>{list.title}</h1>
      </header>
      <div className={styles.body}>
        <Message icon={<IconHandFinger />} title={of.badId} isStatus>
          <p>The address names none that there could be.</p>
        </Message>
      </div>
    </div>
  );
}
