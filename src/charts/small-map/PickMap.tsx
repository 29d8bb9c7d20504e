/** A small offline map on which a place is picked: dragged, zoomed by keys and buttons. The wheel scrolls the form and does not zoom. The caller draws. */
import { IconMinus, IconPlus } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { LandState } from '../../lib/world/countries-aside.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './PickMap.module.css';
import { LandNote } from './PlaceMap.tsx';
import { dragged, fillingView, isInView, type Place, type Size, toPlace, type View, zoomed } from './view.ts';

export const pickMapHeightPx = 240;
/** A click that moves less picks a place. */
const stillPx = 4;

type Drag = { readonly x: number; readonly y: number; readonly view: View; isMoved: boolean };

type Props = {
  readonly label: string;
  /** Of `useWidth`: the caller needs the width for its view, too. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly size: Size;
  readonly view: View;
  readonly onView: (view: View) => void;
  /** Absent = the map is only looked at. */
  readonly onPick?: ((place: Place) => void) | undefined;
  /** Keys other than those that zoom. False = not handled. */
  readonly onKey: (key: string) => boolean;
  /** Stays where it is while the map zooms, if it is in view. */
  readonly zoomAround?: Place | null;
  /** Called again when it is another function. */
  readonly draw: (canvas: HTMLCanvasElement, hasFocus: boolean) => void;
  readonly landState: LandState;
};

export function PickMap(props: Props): ReactElement {
  const { label, frame, size, view, onView, onPick, onKey, zoomAround = null, draw, landState } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<Drag | null>(null);
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    if (canvas.current && size.width > 0) draw(canvas.current, hasFocus);
  }, [draw, hasFocus, size.width]);
  const zoom = (by: number): void => {
    const next = zoomed(view, by, zoomAround && isInView(view, size, zoomAround) ? zoomAround : null);
    const world = fillingView(size);
    onView(next.zoom < world.zoom ? world : next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === '+' || event.key === '=') zoom(1);
    else if (event.key === '-') zoom(-1);
    else if (!onKey(event.key)) return;
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent): void => {
    const begun = drag.current;
    if (!begun) return;
    const [byX, byY] = [event.clientX - begun.x, event.clientY - begun.y];
    begun.isMoved ||= Math.hypot(byX, byY) > stillPx;
    if (begun.isMoved) onView(dragged(begun.view, byX, byY));
  };
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>): void => {
    const begun = drag.current;
    drag.current = null;
    if (!begun || begun.isMoved) return;
    const box = event.currentTarget.getBoundingClientRect();
    const place = toPlace(view, size, { x: event.clientX - box.left, y: event.clientY - box.top });
    if (place) onPick?.(place);
  };
  return (
    <div ref={frame} className={styles.box}>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it takes keys of its own */}
      <canvas
        ref={canvas}
        className={styles.map}
        style={{ height: size.height }}
        tabIndex={0}
        role="application"
        aria-label={label}
        onKeyDown={onKeyDown}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY, view, isMoved: false };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          drag.current = null;
        }}
      />
      <LandNote state={landState} />
      <span className={styles.zoom}>
        <PlainButton look="icon" aria-label="Zoom in" onClick={() => zoom(1)}>
          <IconPlus size={16} aria-hidden="true" />
        </PlainButton>
        <PlainButton look="icon" aria-label="Zoom out" onClick={() => zoom(-1)}>
          <IconMinus size={16} aria-hidden="true" />
        </PlainButton>
      </span>
    </div>
  );
}
