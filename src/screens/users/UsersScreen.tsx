import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { users } from './users.list.ts';

export default function UsersScreen(): ReactElement {
  return <ListScreen list={users} />;
}
