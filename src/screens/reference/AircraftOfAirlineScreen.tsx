import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { aircraftOfAirline } from './aircraft-of-airline.list.ts';

export default function AircraftOfAirlineScreen(): ReactElement {
  const { id } = useParams({ strict: false }) as { readonly id?: string };
  return <ListScreen list={aircraftOfAirline} {...(id === undefined ? {} : { id })} />;
}
