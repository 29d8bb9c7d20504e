/**
 * The address of the aircraft with a tail, for the search beside the map: positions tell flight and address, no tail.
 * Must not: ask for each letter.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../../contract/api.ts';
import { listQuery } from '../../../api/queries.ts';

const settleMs = 400;
const fewestLetters = 3;
/** As its owner may have sent it: letters, digits, hyphen. */
const couldBeTail = (words: string): boolean => words.length >= fewestLetters && /^[A-Z0-9-]{1,12}$/i.test(words);

/** null = nobody is known to have it, or it is not asked yet. `company` null = the map of all. */
export function useTailAddress(words: string, company: string | null): string | null {
  const typed = words.trim();
  const [tail, setTail] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTail(couldBeTail(typed) ? typed : ''), settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const request = { window: null, sort: null, offset: 0, limit: 1 } as const;
  const isAsked = tail !== '' && tail === typed;
  const ofAll = useQuery({
    ...listQuery(api.aircraft.list, { ...request, filters: { registration: tail } }),
    enabled: isAsked && company === null,
    meta: { isQuiet: true },
  });
  // A company may not list aircraft, but it may see who sent its messages.
  const ofCompany = useQuery({
    ...listQuery(
      api.acarsMessage.withExtDataCompany,
      { ...request, filters: { tail }, window: { hours: 15 * 24 } },
      company ? { company } : {},
    ),
    enabled: isAsked && company !== null,
    meta: { isQuiet: true },
  });
  if (!isAsked) return null;
  const [row] = (company === null ? ofAll.data?.rows : ofCompany.data?.rows) ?? [];
  return row?.modeS ?? null;
}
