/** Search for aircraft and airports worldwide, after typing. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { foundAirportsQuery } from '../../../api/map-airports.ts';
import { useMapShare } from '../map-context.ts';
import { folded } from '../panel/in-view.ts';
import { useAllPositions } from '../positions/all-positions.ts';

const settleMs = 400;
/** Shorter words match too many rows. */
const minLetters = 2;

export type MapSearch = {
  /** Candidates worldwide. null = not known yet, or no search. */
  readonly airports: readonly MapAirport[] | null;
  readonly isPending: boolean;
};

export function useMapSearch(words: string): MapSearch {
  const { address, company } = useMapShare();
  const typed = words.trim();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isSearched = folded(typed).length >= minLetters;
  const isRequested = isSearched && settled === typed;
  const isLoading = useAllPositions({ source: address.source, company }, isRequested);
  const airports = useQuery({ ...foundAirportsQuery(settled), enabled: isRequested });
  return {
    airports: isRequested ? (airports.data ?? null) : null,
    isPending: isSearched && (!isRequested || isLoading || airports.isLoading),
  };
}
