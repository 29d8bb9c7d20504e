import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { akrxAll } from './akrx-all.list.ts';

export default function AkrxAllScreen(): ReactElement {
  return <ListScreen list={akrxAll} />;
}
