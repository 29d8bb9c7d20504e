import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { adsbCompany } from './adsb-company.list.ts';

export default function AdsbCompanyScreen(): ReactElement {
  return <ListScreen list={adsbCompany} />;
}
