import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { akrx } from './akrx.list.ts';

export default function AkrxScreen(): ReactElement {
  return <ListScreen list={akrx} />;
}
