import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { flights } from './flights.list.ts';

export default function FlightsScreen(): ReactElement {
  const { id } = useParams({ strict: false }) as { readonly id?: string };
  return <ListScreen list={flights} {...(id === undefined ? {} : { id })} />;
}
