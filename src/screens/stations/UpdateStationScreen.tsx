import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { send } from '../../data/send.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import { oneLine } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { notify } from '../../ui/notices.ts';
import { useNamedScreen } from '../../ui/screen-name.ts';
import { placeBelow } from './PlaceOnMap.tsx';
import { NoStation } from './StationDetailsScreen.tsx';
import { updateForm } from './station.form.ts';
import { payloadOf, type Station, textsToUpdate } from './station-values.ts';
import { stationNow, useStation } from './use-station.ts';

const title = 'Update station';
const text = specTexts.stations;

/** /updateStation/{id} (STN-19 to STN-22): PUT /Station/{id}. */
export default function UpdateStationScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const state = useStation(id, 'form');
  if (state.kind === 'loading')
    return <NoStation title={title} words={state.waitText ?? specTexts.reference.loading} isBusy />;
  if (state.kind === 'failed') return <NoStation title={title} words={text.loadFailed} retry={state.retry} />;
  if (state.kind === 'missing') return <NoStation title={title} words={text.notAvailable} />;
  // Without a version the server could not refuse to overwrite newer data.
  if (state.isStored && state.station.version === null) return <NoStation title={title} words={text.loadFailed} />;
  return <UpdateStation key={id} id={id} station={state.station} isStored={state.isStored} />;
}

type UpdateProps = { readonly id: string; readonly station: Station; readonly isStored: boolean };
function UpdateStation({ id, station: opened, isStored }: UpdateProps): ReactElement {
  const navigate = useNavigate();
  const [station, setStation] = useState(opened);
  const initial = useMemo(() => textsToUpdate(station.texts), [station]);
  useNamedScreen(`${title} ${oneLine(station.texts.stationId)}`);
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
      intro={isStored ? <p role="status">This is the stored copy of the station. Saving needs the server.</p> : null}
      save={async (values) => {
        await send(api.station.update, {
          path: { id },
          body: payloadOf(values, station.texts),
          // A concurrent change is never overwritten unseen.
          ...(station.version === null ? {} : { ifMatch: `"${station.version}"` }),
          cause: 'user',
        });
        notify({ kind: 'done', title: `Station ${station.texts.stationId} was changed` });
        await leave();
      }}
    />
  );
}
