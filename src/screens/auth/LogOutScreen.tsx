import { type ReactElement, useEffect } from 'react';
import { sessionStore } from '../../session/session-store.ts';

/** Storage or code that hangs delays a logout no longer. */
const readLimitMs = 5000;

export default function LogOutScreen(): ReactElement {
  useEffect(() => {
    void readWaitingStates().finally(() => sessionStore.logOut('logged-out'));
  }, []);
  return <p role="status">Logging out</p>;
}

/** The logout sends states of faults that wait on the device (decision 44). On a page that was loaded at this address none has been read yet. */
async function readWaitingStates(): Promise<void> {
  if (sessionStore.get().kind !== 'in') return;
  const read = import('../../data/faults.ts').then(({ readFaultChanges }) => readFaultChanges()).catch(() => undefined);
  await Promise.race([read, new Promise((late) => setTimeout(late, readLimitMs))]);
}
