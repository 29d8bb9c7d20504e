import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { aircraft } from './aircraft.list.ts';

export default function AircraftScreen(): ReactElement {
  return <ListScreen list={aircraft} />;
}
