/** The archive is read after its cost was confirmed, once for each list and range until the session ends. */
import { useState } from 'react';
import { onOtherSession } from '../../session/session-signal.ts';
import type { ListDefinition } from '../define-list.ts';
import { type ListState, windowNames } from '../list-state.ts';

const given = new Set<string>();
onOtherSession(() => given.clear());

export function useArchiveConsent(list: ListDefinition, { filters, isArchived }: ListState) {
  const [, setCount] = useState(0);
  const key = JSON.stringify([list.name, ...windowNames(list).map((name) => filters[name] ?? '')]);
  return {
    isGiven: !isArchived || given.has(key),
    give: (): void => {
      given.add(key);
      setCount((count) => count + 1);
    },
  };
}
