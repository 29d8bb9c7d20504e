/** /accountSecurity: second factor, passkeys and password of the user (decisions 72, 89, 101). */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import type { SecurityState } from '../../../contract/entities/security.ts';
import { callResource } from '../../api/resource.ts';
import { useNow } from '../../api/use-now.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage } from '../../objects/ObjectPage.tsx';
import { Panel } from '../../objects/Panel.tsx';
import { asOfText } from '../../stations/station-text.ts';
import { Passkeys } from './Passkeys.tsx';
import { PasswordOff } from './PasswordOff.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import styles from './security.module.css';

export default function AccountSecurityScreen(): ReactElement {
  const now = useNow(60_000);
  const query = useQuery({
    ...callResource(api.security.state),
    refetchOnMount: 'always',
    meta: { errorTitle: 'Account security could not be loaded' },
  });
  return (
    <ObjectPage query={query} title="Account security" notFound="This server has no second factor. Update it first.">
      {(response) => (
        <>
          <div className={page.head}>
            <h1 className={page.title}>Account security</h1>
            <nav className={page.ways} aria-label="Account security">
              <Link to="/logins" className={page.way}>
                My logins
              </Link>
              {(response.value.password ?? 'on') === 'on' ? (
                <Link to="/changePassword" className={page.way}>
                  Change password
                </Link>
              ) : null}
            </nav>
          </div>
          {response.source === 'live' ? null : <p className={page.asOf}>{asOfText(response.dataAt, now)}.</p>}
          {response.value.password === 'provider' ? <Managed /> : <Own state={response.value} now={now} />}
        </>
      )}
    </ObjectPage>
  );
}

function Own({ state, now }: { state: SecurityState; now: number }): ReactElement {
  const { secondFactor, passkeys = [], password = 'on' } = state;
  const hasPassword = password === 'on';
  return (
    <>
      {/* A code is required after a password only. */}
      {hasPassword || secondFactor.isOn ? (
        <Panel title="Second factor">
          <SecondFactor state={secondFactor} hasPasskeys={passkeys.length > 0} hasPassword={hasPassword} />
        </Panel>
      ) : null}
      {state.passkeys ? (
        <Panel title="Passkeys">
          <Passkeys passkeys={passkeys} hasCode={secondFactor.isOn} hasPassword={hasPassword} now={now} />
        </Panel>
      ) : null}
      {state.password && passkeys.length > 0 ? (
        <Panel title="Password">
          <PasswordOff isOff={!hasPassword} passkeyCount={passkeys.length} />
        </Panel>
      ) : null}
    </>
  );
}

function Managed(): ReactElement {
  return (
    <Panel title="Single sign-on">
      <div className={styles.part}>
        <p>You log in with single sign-on. Password and second factor are changed at its provider.</p>
        <p className={styles.hint}>Logging out of Downlink does not log you out there.</p>
      </div>
    </Panel>
  );
}
