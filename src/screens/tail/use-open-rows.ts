/** Expanded legs and messages, and which row gets the focus next. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Tail } from '../../../contract/entities/tail.ts';
import { type Group, groupsOf, legAt } from './leg-groups.ts';

export type OpenRows = {
  readonly groups: readonly Group[];
  readonly isOpen: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** Expands its leg and the message, and moves the focus to it. */
  readonly showMessage: (messageId: string) => void;
};
/** Ids of the buttons that expand rows. */
export const rowButtonId = (id: string): string => `tail-row-${id}`;
/** Groups that are expanded at first. */
const openAtFirst = 2;

/** `leg` = an instant of the leg that the address names. */
export function useOpenRows(tail: Tail, leg: string | null): OpenRows {
  const groups = useMemo(() => groupsOf(tail.legs, tail.messages), [tail]);
  const selectedLeg = leg === null ? null : (legAt(tail.legs, leg)?.id ?? null);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focus, setFocus] = useState<string | null>(null);
  const shownLeg = useRef<string | null>(null);
  const isGroup = (id: string): boolean => groups.some((group) => group.id === id);
  const isOpen = (id: string): boolean =>
    toggled.get(id) ??
    (isGroup(id) && (id === selectedLeg || groups.slice(0, openAtFirst).some((one) => one.id === id)));
  const open = (...ids: readonly string[]): void =>
    setToggled((old) => new Map([...old, ...ids.map((id) => [id, true] as const)]));

  useEffect(() => {
    // Once per address: an update of the data does not move the reader.
    if (selectedLeg === null || shownLeg.current === leg) return;
    shownLeg.current = leg;
    setFocus(selectedLeg);
  }, [selectedLeg, leg]);
  useEffect(() => {
    if (focus === null) return;
    const row = document.getElementById(rowButtonId(focus));
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    setFocus(null);
  }, [focus]);

  return {
    groups,
    isOpen,
    toggle: (id) => setToggled((old) => new Map([...old, [id, !isOpen(id)]])),
    showMessage: (messageId) => {
      const group = groups.find(({ messages }) => messages.some(({ id }) => id === messageId));
      if (!group) return;
      open(group.id, messageId);
      setFocus(messageId);
    },
  };
}
