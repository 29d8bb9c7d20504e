import { type ReactElement, useEffect } from 'react';
import { sessionStore } from '../../session/session-store.ts';

export default function LogOutScreen(): ReactElement {
  useEffect(() => {
    void sessionStore.logOut('logged-out');
  }, []);
  return <p role="status">Logging out</p>;
}
