import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { acarsWithExtData } from './per-aircraft.list.ts';

export default function PerAircraftScreen(): ReactElement {
  return <ListScreen list={acarsWithExtData} />;
}
