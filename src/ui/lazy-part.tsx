/** Parts of a screen whose code loads when they are shown. If that code is missing, the rest of the screen stays. */
import { type ComponentType, type FunctionComponent, type LazyExoticComponent, lazy, type ReactElement } from 'react';
import { PlainButton } from './PlainButton.tsx';

/** The browser keeps a failed import: only a reload requests the code again. */
function NotLoaded(): ReactElement {
  return (
    <span role="alert">
      This part could not be loaded.{' '}
      <PlainButton look="subtle" onClick={() => location.reload()}>
        Reload the app
      </PlainButton>
    </span>
  );
}

/** For an action or a hint of a row: if its code is missing, the row does not offer it. */
export const Nothing = (): null => null;

/** Like `lazy`. `Missing` is shown in place of the part if its code could not be loaded. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Missing: FunctionComponent<P> = NotLoaded,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() =>
    load().catch((error: unknown) => {
      console.warn('The code of a part of this screen could not be loaded.', error);
      return { default: Missing };
    }),
  );
}
