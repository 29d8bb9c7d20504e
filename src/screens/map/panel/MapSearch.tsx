/** Search of the map: suggestions while typing, the first or the chosen one on Enter. */
import { IconLoader2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { foundAirportsQuery } from '../../../data/map-airports.ts';
import { addressOfCompanyTail, addressOfTail } from '../../../data/tail-address.ts';
import { useListKeys } from '../../../list/use-list-keys.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import { FindInput } from '../../../ui/FindInput.tsx';
import { useAllPositions } from '../fleet/all-positions.ts';
import { useFleet } from '../fleet/fleet-store.ts';
import { useAirportsShare } from '../ground/airports-context.tsx';
import screen from '../MapScreen.module.css';
import { useMapShare } from '../map-context.ts';
import { focusSoon } from './Card.tsx';
import { type Found, type FoundGroup, findOnMap, folded } from './in-view.ts';
import styles from './MapPanel.module.css';

export function MapSearch({ onGo }: { onGo: (found: Found) => void }): ReactElement {
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { groups, isPending } = useFound(isOpen ? words : '');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useListKeys({ '/': () => input.current?.focus() });
  const found = groups.flatMap((group) => group.found);
  const active = found.find(({ key }) => key === activeKey) ?? found[0] ?? null;
  const hasWords = isOpen && folded(words) !== '';
  const go = (one: Found): void => {
    setOpen(false);
    setWords('');
    onGo(one);
  };
  const step = (by: number): void => {
    const at = active ? found.indexOf(active) : -1;
    setActiveKey(found[(at + by + found.length) % found.length]?.key ?? null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      if (words === '') input.current?.blur();
      setWords('');
      setOpen(false);
    } else if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && active) go(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.search} data-uncovered>
      <FindInput
        ref={input}
        label="Flight, tail, ICAO or airport"
        words={words}
        onWords={(next) => {
          setWords(next);
          setOpen(true);
          setActiveKey(null);
        }}
        role="combobox"
        aria-expanded={hasWords}
        aria-autocomplete="list"
        aria-controls={hasWords ? id : undefined}
        aria-activedescendant={hasWords && active ? `${id}${found.indexOf(active)}` : undefined}
        aria-keyshortcuts="/"
        autoComplete="off"
        maxLength={40}
        spellCheck={false}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      >
        {hasWords && isPending ? <IconLoader2 size={18} className={styles.busy} aria-hidden="true" /> : null}
      </FindInput>
      {hasWords ? (
        <div id={id} role="listbox" aria-label="Search results" className={clsx(screen.raised, styles.results)}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
            <div key={group.name} role="group" aria-label={group.name}>
              <p aria-hidden="true">{group.name}</p>
              {group.found.map((one) => (
                // The input has the focus and the keys.
                // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={one.key}
                  id={`${id}${found.indexOf(one)}`}
                  role="option"
                  aria-selected={one === active}
                  className={styles.option}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => go(one)}
                >
                  <b dir="auto">{one.name}</b>
                  <span dir="auto">{one.detail}</span>
                </div>
              ))}
            </div>
          ))}
          {found.length === 0 ? <p>{isPending ? 'Searching' : 'Nothing found.'}</p> : null}
        </div>
      ) : null}
      <span className="dl-hidden" role="status">
        {hasWords && !isPending ? `${found.length} found` : ''}
      </span>
    </search>
  );
}

type Target = { readonly lat: number; readonly lon: number; readonly zoom: number };

/** Zooms from which the map shows names of aircraft, and small airports (MAP-11). */
const minZoom = { aircraft: 7, airport: 10 } as const;

/** Goes to a result of the search: the map flies there, and the result is selected. `fly` moves a drawn map. Without one the view is set in the address. */
export function useGoTo(fly: ((target: Target) => void) | null): (found: Found) => void {
  const { address, change } = useMapShare();
  const { select } = useAirportsShare();
  return (found) => {
    const place =
      found.kind === 'aircraft' ? found.place : { lat: found.airport.latitudeDeg, lon: found.airport.longitudeDeg };
    const target = place && { ...place, zoom: Math.max(address.zoom, minZoom[found.kind]) };
    if (target && fly) fly(target);
    else if (target) change(target);
    if (found.kind === 'airport') select(found.airport);
    else change({ icao: found.icao });
    focusSoon(found.kind);
  };
}

// ---- results: from known positions and airports at once, from the server after typing

const settleMs = 400;
/** Shorter words match too many rows. */
const minLetters = 2;
const minLettersOfTail = 3;
/** As an owner may have sent it: letters, digits, hyphen. */
const couldBeTail = (words: string): boolean => words.length >= minLettersOfTail && /^[A-Z0-9-]{1,12}$/i.test(words);

function useFound(words: string): { readonly groups: readonly FoundGroup[]; readonly isPending: boolean } {
  const { viewport } = useMapShare();
  const known = useAirportsShare().airports?.value;
  const { list } = useFleet();
  const units = useUnits();
  const typed = words.trim();
  const settled = useSettled(typed);
  const tailIcao = useTailAddress(typed, settled);
  const { airports, isPending } = useWorldSearch(typed, settled);
  const bounds = viewport?.bounds ?? null;
  const groups = useMemo(
    () => findOnMap({ words, fleet: list, airports: airports ?? known ?? [], bounds, tailIcao, units }),
    [words, list, airports, known, bounds, tailIcao, units],
  );
  return { groups, isPending };
}

/** The text after a pause of typing. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

type WorldSearch = {
  /** Candidates worldwide. null = not known yet, or no search. */
  readonly airports: readonly MapAirport[] | null;
  readonly isPending: boolean;
};

/** Search for aircraft and airports worldwide. */
function useWorldSearch(typed: string, settled: string): WorldSearch {
  const { address, company } = useMapShare();
  const isSearched = folded(typed).length >= minLetters;
  const isRequested = isSearched && settled === typed;
  const isLoading = useAllPositions({ source: address.source, company }, isRequested);
  const airports = useQuery({ ...foundAirportsQuery(settled), enabled: isRequested });
  return {
    airports: isRequested ? (airports.data ?? null) : null,
    isPending: isSearched && (!isRequested || isLoading || airports.isLoading),
  };
}

/** ICAO address of an aircraft by tail: positions contain no tail. null = unknown, or not requested yet. */
function useTailAddress(typed: string, settled: string): string | null {
  const { company } = useMapShare();
  const isRequested = settled === typed && couldBeTail(typed);
  const tail = isRequested ? typed : '';
  const ofAll = useQuery({ ...addressOfTail(tail), enabled: isRequested && company === null, meta: { isQuiet: true } });
  const ofCompany = useQuery({
    ...addressOfCompanyTail(tail, company ?? ''),
    enabled: isRequested && company !== null,
    meta: { isQuiet: true },
  });
  if (!isRequested) return null;
  const [row] = (company === null ? ofAll.data?.rows : ofCompany.data?.rows) ?? [];
  return row?.modeS ?? null;
}
