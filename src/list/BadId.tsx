/** List of one object (such as an airline's aircraft) whose address contains an invalid id. It sends no request. */
import { IconHandFinger } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { ListDefinition, ListSubject } from './define-list.ts';
import styles from './ListScreen.module.css';
import { Message } from './ListStates.tsx';
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
          <p>The link contains an invalid id.</p>
        </Message>
      </div>
    </div>
  );
}
