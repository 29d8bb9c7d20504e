/** Frame of the panel next to the map: list, table of a width that is dragged, or closed. On a tablet the table is a sheet. Own file: the frame, apart from its content. */
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import clsx from 'clsx';
import { type KeyboardEvent, type PointerEvent, type ReactElement, type ReactNode, useRef } from 'react';
import { upTo } from '../../../lib/breakpoints.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { type PanelChoice, tableWidths, useMapShare, withinTable } from '../map-context.ts';
import { focusSoon } from './Card.tsx';
import styles from './MapPanel.module.css';

/** As chosen. Without a choice a wide screen has the table, others the list. A phone has the list. */
export function usePanel(): PanelChoice {
  const { display } = useMapShare();
  const [isPhone, isMedium] = [useMedia(upTo('xs')), useMedia(upTo('md'))];
  if (isPhone) return 'list';
  return display.panel ?? (isMedium ? 'list' : 'table');
}

type SidePanelProps = { readonly panel: PanelChoice; readonly isSmall: boolean; readonly children: ReactNode };

export function SidePanel({ panel, isSmall, children }: SidePanelProps): ReactElement {
  const { display } = useMapShare();
  const frame = useRef<HTMLElement>(null);
  const isWide = panel === 'table' && !isSmall;
  return (
    <aside
      ref={frame}
      className={styles.panel}
      aria-label="In view"
      data-panel={panel}
      style={isWide ? { width: display.tableWidth } : undefined}
    >
      {children}
      {isWide ? <WidthHandle frame={frame} /> : null}
    </aside>
  );
}

const stepPx = 16;

/** Right edge of the table: a drag or an arrow key changes its width. */
function WidthHandle({ frame }: { readonly frame: { readonly current: HTMLElement | null } }): ReactElement {
  const { display, changeDisplay } = useMapShare();
  const { tableWidth } = display;
  const drag = ({ clientX, currentTarget, pointerId }: PointerEvent): number | null => {
    if (!frame.current || !currentTarget.hasPointerCapture(pointerId)) return null;
    return withinTable(clientX - frame.current.getBoundingClientRect().left);
  };
  const show = (event: PointerEvent): void => {
    const width = drag(event);
    // Without a render: the map follows its size.
    if (width !== null && frame.current) frame.current.style.width = `${width}px`;
  };
  const keep = (event: PointerEvent): void => {
    const width = drag(event);
    if (width !== null) changeDisplay({ tableWidth: width });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? stepPx : event.key === 'ArrowLeft' ? -stepPx : 0;
    if (by === 0) return;
    event.preventDefault();
    changeDisplay({ tableWidth: withinTable(tableWidth + by) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved has the focus
    <div
      className={styles.widthHandle}
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the table"
      aria-valuemin={tableWidths.min}
      aria-valuemax={tableWidths.max}
      aria-valuenow={tableWidth}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={show}
      onPointerUp={keep}
    />
  );
}

const choices = ['table', 'list'] as const;
const choiceTexts = { table: 'Table', list: 'List' } as const;

/** Table or list, and the way to close both. */
export function PanelSwitch({ panel }: { readonly panel: 'table' | 'list' }): ReactElement {
  const { changeDisplay } = useMapShare();
  return (
    <div className={styles.panelSwitch}>
      <Segmented
        size="small"
        legend="Aircraft as"
        legendAt="hidden"
        value={panel}
        choices={choices}
        textOf={(one) => choiceTexts[one]}
        onChange={(next) => changeDisplay({ panel: next })}
      />
      <PlainButton
        look="icon"
        aria-label="Hide the panel"
        title="Hide the panel"
        onClick={() => changeDisplay({ panel: 'closed' })}
      >
        <IconLayoutSidebarLeftCollapse size={18} aria-hidden="true" />
      </PlainButton>
    </div>
  );
}

/** What is left of a closed panel. */
export function OpenPanel(): ReactElement {
  const { changeDisplay } = useMapShare();
  return (
    <PlainButton
      look="icon"
      className={clsx(styles.openPanel)}
      aria-label="Show the aircraft in view"
      title="Show the aircraft in view"
      onClick={() => {
        changeDisplay({ panel: null });
        focusSoon('list');
      }}
    >
      <IconLayoutSidebarLeftExpand size={20} aria-hidden="true" />
    </PlainButton>
  );
}
