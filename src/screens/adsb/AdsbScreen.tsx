import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { adsb } from './adsb.list.ts';

export default function AdsbScreen(): ReactElement {
  return <ListScreen list={adsb} />;
}
