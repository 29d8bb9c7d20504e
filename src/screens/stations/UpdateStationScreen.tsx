import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { send } from '../../api/send.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import { specTexts } from '../../lib/spec-texts.ts';
import { notify } from '../../ui/notices.ts';
import { NoStation } from './NoStation.tsx';
import { placeBelow } from './PlaceOnMap.tsx';
import type { Station } from './read-station.ts';
import { updateForm } from './station.form.ts';
import { payloadOf, textsToUpdate } from './station-values.ts';
import { stationNow, useStationToChange } from './use-station.ts';

const title = 'Update station';
const text = specTexts.stations;

/** /updateStation/{id} (STN-19 to STN-22): PUT /Station/{id}. */
export default function UpdateStationScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const state = useStationToChange(id);
  if (state.kind === 'loading') return <NoStation title={title} words={specTexts.reference.loading} isBusy />;
  if (state.kind === 'failed') return <NoStation title={title} words={text.loadFailed} retry={state.retry} />;
  if (state.kind === 'missing') return <NoStation title={title} words={text.notAvailable} />;
  return <UpdateStation key={id} id={id} station={state.station} />;
}

function UpdateStation({ id, station: opened }: { id: string; station: Station }): ReactElement {
  const navigate = useNavigate();
  const [station, setStation] = useState(opened);
  const initial = useMemo(() => textsToUpdate(station.texts), [station]);
  const form = useMemo(() => updateForm(initial), [initial]);
  const details = `/stationDetails/${encodeURIComponent(id)}`;
  const leave = (): Promise<void> => navigate({ to: details });
  return (
    <FormScreen
      form={form}
      title={`Update station ${station.texts.stationId}`}
      initial={initial}
      back={{ to: details, label: 'Back to the station' }}
      onCancel={() => void leave()}
      reload={async () => {
        const now = await stationNow(id);
        setStation(now);
        return textsToUpdate(now.texts);
      }}
      below={placeBelow}
      save={async (values) => {
        await send(api.station.update, {
          path: { id },
          body: payloadOf(values, station.texts),
          // Who saved meanwhile is not overwritten unseen.
          ...(station.version === null ? {} : { ifMatch: `"${station.version}"` }),
          cause: 'user',
        });
        notify({ kind: 'done', title: `Station ${station.texts.stationId} was changed` });
        await leave();
      }}
    />
  );
}
