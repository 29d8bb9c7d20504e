import { useEffect, useState } from 'react';

/** The value once it has not changed for `ms`. null before. */
export function useSettled<T>(value: T, ms: number): T | null {
  const [settled, setSettled] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value }), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled && Object.is(settled.value, value) ? settled.value : null;
}
