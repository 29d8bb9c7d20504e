import { IconPlugConnected } from '@tabler/icons-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { receiverAddress, receiverFaults } from '../../../contract/receiver-rules.ts';
import { ApiError } from '../../api/api-error.ts';
import { send } from '../../api/send.ts';
import type { FormHandle } from '../../form/use-form.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { portOfKind, type ReceiverInput, receiverOf } from './receiver.form.ts';
import { testText } from './receiver-text.ts';
import styles from './receivers.module.css';

type Shown = { readonly isGood: boolean; readonly text: string };

/** Connects without adding anything. Also lets the port follow the kind. */
export function TestReceiver({ handle }: { handle: FormHandle }): ReactElement {
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
