/** /addReceiver: adds a receiver, which is read at once. Kind and station may be in the address. */
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { receiverAddress, receiverFaults } from '../../../contract/receiver-rules.ts';
import { ApiError } from '../../data/api-error.ts';
import { receiversKey } from '../../data/resources.ts';
import { send } from '../../data/send.ts';
import { stationNamesQuery } from '../../data/stations.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import type { FormHandle } from '../../form/use-form.ts';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import {
  initialReceiver,
  portOfKind,
  type ReceiverInput,
  receiverForm,
  receiverOf,
  receiverSection,
} from './receiver.form.ts';
import { testText } from './receiver-text.ts';
import styles from './receivers.module.css';

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

type Shown = { readonly isGood: boolean; readonly text: string };

/** Connects without adding anything. Also lets the port follow the kind. */
function TestReceiver({ handle }: { handle: FormHandle }): ReactElement {
  const values = handle.values as Readonly<Record<ReceiverInput, string>>;
  const kindBefore = useRef(values.kind);
  const [shown, setShown] = useState<Shown | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (kindBefore.current === values.kind) return;
    handle.set('port', portOfKind(values, kindBefore.current));
    kindBefore.current = values.kind;
  });
  const test = async (): Promise<void> => {
    if (isBusy) return;
    const receiver = receiverOf(values);
    const [fault] = receiverFaults(receiver);
    if (fault) return setShown({ isGood: false, text: fault[1] });
    setBusy(true);
    setShown(null);
    const { text, isGood } = await send(api.receivers.test, { body: receiver, cause: 'user' }).then(
      (result) => testText(result, receiver.kind),
      (error: unknown): Shown => ({
        isGood: false,
        text: (error instanceof ApiError ? error : new ApiError({ cause: error })).message,
      }),
    );
    setBusy(false);
    setShown({ isGood, text: `${receiverAddress(receiver)}: ${text}` });
  };
  return (
    <div className={styles.test}>
      <PlainButton aria-busy={isBusy} aria-disabled={isBusy} onClick={() => void test()}>
        <IconPlugConnected size={16} aria-hidden="true" />
        Test connection
      </PlainButton>
      <p role="status" className={styles.result} data-good={shown?.isGood}>
        {isBusy ? 'Connecting for up to 5 s …' : shown?.text}
      </p>
    </div>
  );
}
