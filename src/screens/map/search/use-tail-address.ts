/** ICAO address of an aircraft by tail, for the search: positions contain no tail. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addressOfCompanyTail, addressOfTail } from '../../../api/tail-address.ts';

const settleMs = 400;
const fewestLetters = 3;
/** As an owner may have sent it: letters, digits, hyphen. */
const couldBeTail = (words: string): boolean => words.length >= fewestLetters && /^[A-Z0-9-]{1,12}$/i.test(words);

/** null = unknown, or not requested yet. `company` null = the map of all data. */
export function useTailAddress(words: string, company: string | null): string | null {
  const typed = words.trim();
  const [tail, setTail] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTail(couldBeTail(typed) ? typed : ''), settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isRequested = tail !== '' && tail === typed;
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
