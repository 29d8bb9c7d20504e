import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { acarsWithExtDataCompany } from './per-aircraft.list.ts';

export default function PerAircraftCompanyScreen(): ReactElement {
  return <ListScreen list={acarsWithExtDataCompany} />;
}
