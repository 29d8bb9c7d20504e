import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import { send } from '../../data/send.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import { notify } from '../../ui/notices.ts';
import { placeBelow } from './PlaceOnMap.tsx';
import { addForm } from './station.form.ts';
import { emptyStation, payloadOf } from './station-values.ts';

const statistics = { to: '/statistics', label: 'Back to statistics' } as const;

/** /addStation (STN-01 to STN-10): POST /Station/CreateStation. */
export default function AddStationScreen(): ReactElement {
  const navigate = useNavigate();
  const leave = (): Promise<void> => navigate({ to: statistics.to });
  return (
    <FormScreen
      form={addForm}
      title="Add station"
      initial={emptyStation}
      back={statistics}
      onCancel={() => void leave()}
      below={placeBelow}
      save={async (values) => {
        const body = payloadOf(values, null);
        await send(api.station.create, { body, cause: 'user' });
        notify({ kind: 'done', title: `Station ${body.stationId} was created` });
        await leave();
      }}
    />
  );
}
