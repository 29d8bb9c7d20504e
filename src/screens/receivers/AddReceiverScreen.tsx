/** /addReceiver: adds a receiver, which is read at once. Kind and station may be in the address. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { receiverAddress } from '../../../contract/receiver-rules.ts';
import { receiversKey } from '../../api/receivers.ts';
import { send } from '../../api/send.ts';
import { stationNamesQuery } from '../../api/station-names.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import { notify } from '../../ui/notices.ts';
import { initialReceiver, receiverForm, receiverOf, receiverSection } from './receiver.form.ts';
import { TestReceiver } from './TestReceiver.tsx';

const list = { to: '/receivers', label: 'Back to receivers' } as const;

export default function AddReceiverScreen(): ReactElement {
  const navigate = useNavigate();
  const client = useQueryClient();
  const search = useSearch({ strict: false }) as { kind?: string; station?: string };
  const names = useQuery(stationNamesQuery()).data?.value;
  const form = useMemo(
    () =>
      receiverForm(
        (names ?? []).map(({ stationId, receivers }) => ({ value: stationId, meaning: receivers.join(', ') })),
      ),
    [names],
  );
  const [initial] = useState(() => initialReceiver(search.kind ?? '', search.station ?? ''));
  const leave = (): Promise<void> => navigate({ to: list.to });
  return (
    <FormScreen
      form={form}
      title="Add receiver"
      initial={initial}
      back={list}
      onCancel={() => void leave()}
      below={{ [receiverSection]: (handle) => <TestReceiver handle={handle} /> }}
      save={async (values) => {
        const body = receiverOf(values);
        await send(api.receivers.add, { body, cause: 'user' });
        notify({ kind: 'done', title: `${receiverAddress(body)} was added` });
        // Read before leaving, so that the list shows it.
        await client.invalidateQueries({ queryKey: receiversKey });
        await leave();
      }}
    />
  );
}
