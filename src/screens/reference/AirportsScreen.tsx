import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ListScreen } from '../../list/ListScreen.tsx';
import { airports } from './airports.list.ts';

/** /airports and /airports/{id}. */
export default function AirportsScreen(): ReactElement {
  const { id } = useParams({ strict: false }) as { readonly id?: string };
  return <ListScreen list={airports} {...(id === undefined ? {} : { id })} />;
}
