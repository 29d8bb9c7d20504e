/** Card of a selected aircraft or airport. Keyboard focus moves between it and the list; pointer users keep their focus. */
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactElement, type ReactNode, useId } from 'react';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import styles from './cards.module.css';

type CardProps = {
  readonly of: 'aircraft' | 'airport';
  readonly name: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function Card({ of, name, onClose, children }: CardProps): ReactElement {
  const title = useId();
  const close = (): void => {
    returnFocus(of);
    onClose();
  };
  return (
    <section className={styles.card} data-of={of} aria-labelledby={title} onKeyDown={onEscape(close)}>
      <div className={styles.head}>
        <h3 id={title} tabIndex={-1} data-focus={of} dir="auto">
          {name}
        </h3>
        <PlainButton look="icon" aria-label={`Close ${name}`} onClick={close}>
          <IconX size={18} aria-hidden="true" />
        </PlainButton>
      </div>
      {children}
    </section>
  );
}

/** Marks the heading of a card and the list: `data-focus`. */
type FocusPlace = 'aircraft' | 'airport' | 'list';

const find = (place: FocusPlace): HTMLElement | null => document.querySelector(`[data-focus="${place}"]`);

/** Moves to a card that is about to render. */
export function focusSoon(place: FocusPlace): void {
  requestAnimationFrame(() => requestAnimationFrame(() => find(place)?.focus()));
}

/** The focused element disappears: moves to the card of the aircraft, or to the list. False = neither exists. */
export function focusBeside(): boolean {
  const place = find('aircraft') ?? find('list');
  place?.focus({ preventScroll: true });
  return place !== null;
}

/** A card closes: focus inside it returns to the list. */
function returnFocus(place: CardProps['of']): void {
  const card = find(place)?.closest('section');
  if (card?.contains(document.activeElement)) find('list')?.focus({ preventScroll: true });
}

export const onEscape =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
