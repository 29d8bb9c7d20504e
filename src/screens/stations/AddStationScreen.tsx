import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { send, serverNow } from '../../data/send.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import { notify } from '../../ui/notices.ts';
import { NewKey } from './NewKey.tsx';
import { placeBelow } from './PlaceOnMap.tsx';
import { addForm } from './station.form.ts';
import { newStation, payloadOf } from './station-values.ts';

const statistics = { to: '/statistics', label: 'Back to statistics' } as const;

/** A key that is shown before the screen is left. */
type Made = { readonly stationId: string; readonly key: string; readonly onClose: () => void };

/** /addStation (STN-01 to STN-10): POST /Station/CreateStation, then the first key of the station (C120). */
export default function AddStationScreen(): ReactElement {
  const navigate = useNavigate();
  const [initial] = useState(() => newStation(serverNow()));
  const [made, setMade] = useState<Made | null>(null);
  const leave = (): Promise<void> => navigate({ to: statistics.to });
  /** The station exists: without a key it can be made on its page. */
  const showFirstKey = async (id: number, stationId: string): Promise<void> => {
    try {
      const { key } = await send(api.station.createKey, { path: { id: String(id) }, body: {}, cause: 'user' });
      await new Promise<void>((resolve) => setMade({ stationId, key, onClose: resolve }));
    } catch {
      notify({ kind: 'warn', title: `The key of station ${stationId} was not created. Create it in its details.` });
    }
  };
  return (
    <>
      <FormScreen
        form={addForm}
        title="Add station"
        initial={initial}
        back={statistics}
        onCancel={() => void leave()}
        below={placeBelow}
        save={async (values) => {
          const body = payloadOf(values, null);
          const { id } = await send(api.station.create, { body, cause: 'user' });
          notify({ kind: 'done', title: `Station ${body.stationId} was created` });
          await showFirstKey(id, body.stationId);
          await leave();
        }}
      />
      {made ? <NewKey stationId={made.stationId} value={made.key} onClose={made.onClose} /> : null}
    </>
  );
}
