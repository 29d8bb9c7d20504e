/** A mention of an aircraft, station or airport: a link to its page, plain text for an audience without access. No style imports: unit tests load list definitions. */
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { permissionFor } from '../../contract/audience.ts';
import { oneLine } from '../lib/format.ts';
import { useAudience } from '../session/use-session.ts';
import { type ObjectKind, objectPages } from './object-paths.ts';

type ObjectLinkProps = {
  readonly to: ObjectKind;
  /** null = unknown: plain text. */
  readonly id: string | null | undefined;
  /** The caller feeds this station: pages limited to own data open too. */
  readonly isOwn?: boolean;
  /** Default: the id. */
  readonly children?: ReactNode;
  /** Accessible name, where the text alone does not name the object. */
  readonly name?: string;
  /** Search parameters of the page. */
  readonly search?: Readonly<Record<string, string>>;
  readonly className?: string | undefined;
  /** false in a grid, which has one Tab stop. */
  readonly isTabStop?: boolean | undefined;
};

/** Address of an object's page. null = unknown, or the audience may not open it. */
export function useObjectPath(to: ObjectKind, isOwn = false): (id: string) => string | null {
  const { path: pathOf, call } = objectPages[to];
  const permission = permissionFor(call ?? '', useAudience(), true);
  return (id) => (permission === 'yes' || (permission === 'own' && isOwn) ? pathOf(id) : null);
}

export function ObjectLink(props: ObjectLinkProps): ReactElement {
  const { to, id, children = oneLine(id ?? '') } = props;
  const path = useObjectPath(to, props.isOwn)(id ?? '');
  if (path === null) return <>{children}</>;
  return (
    <Link
      to={path}
      search={(props.search ?? {}) as never}
      aria-label={props.name}
      className={props.className}
      tabIndex={props.isTabStop === false ? -1 : undefined}
    >
      {children}
    </Link>
  );
}
