import { type ReactNode, type ReactPortal, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type ControlPosition, type IControl, useControl } from 'react-map-gl/maplibre';

/** A control of the library whose content is drawn by React. */
class ReactControl implements IControl {
  readonly element = document.createElement('div');
  onAdd(): HTMLElement {
    return this.element;
  }
  onRemove(): void {
    this.element.remove();
  }
}

type MapControlProps = {
  readonly position: ControlPosition;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Puts React content into a corner of the map, in mount order with the other controls of that corner. */
export function MapControl({ position, className, children }: MapControlProps): ReactPortal {
  const first = useRef({ position, className });
  const control = useControl(
    () => {
      const made = new ReactControl();
      made.element.className = `maplibregl-ctrl ${first.current.className ?? ''}`;
      return made;
    },
    { position: first.current.position },
  );
  return createPortal(children, control.element);
}
