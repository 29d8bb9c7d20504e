/** /accountSecurity: second factor (decision 72) and passkeys (decision 89) of the user. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import { callResource } from '../../api/resource.ts';
import { useNow } from '../../api/use-now.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage } from '../../objects/ObjectPage.tsx';
import { Panel } from '../../objects/Panel.tsx';
import { asOfText } from '../../stations/station-text.ts';
import { Passkeys } from './Passkeys.tsx';
import { SecondFactor } from './SecondFactor.tsx';

export default function AccountSecurityScreen(): ReactElement {
  const now = useNow(60_000);
  const query = useQuery({
    ...callResource(api.security.state),
    refetchOnMount: 'always',
    meta: { errorTitle: 'Account security could not be loaded' },
  });
  return (
    <ObjectPage query={query} title="Account security" notFound="This server has no second factor. Update it first.">
      {(answer) => (
        <>
          <div className={page.head}>
            <h1 className={page.title}>Account security</h1>
            <nav className={page.ways} aria-label="Account security">
              <Link to="/logins" className={page.way}>
                My logins
              </Link>
              <Link to="/changePassword" className={page.way}>
                Change password
              </Link>
            </nav>
          </div>
          {answer.source === 'live' ? null : <p className={page.asOf}>{asOfText(answer.dataAt, now)}.</p>}
          <Panel title="Second factor">
            <SecondFactor state={answer.value.secondFactor} />
          </Panel>
          {answer.value.passkeys ? (
            <Panel title="Passkeys">
              <Passkeys passkeys={answer.value.passkeys} hasCode={answer.value.secondFactor.isOn} now={now} />
            </Panel>
          ) : null}
        </>
      )}
    </ObjectPage>
  );
}
