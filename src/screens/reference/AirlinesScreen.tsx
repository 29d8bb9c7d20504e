import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { airlines } from './airlines.list.ts';

export default function AirlinesScreen(): ReactElement {
  return <ListScreen list={airlines} />;
}
