/** Recent results of the decoder. They live in the session's query client and are never stored on the device. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Decoded } from '../../decoding/decode.ts';

/** `key` increases with each decoding. */
export type RecentDecoding = Decoded & { readonly key: number; readonly label: string; readonly text: string };

const most = 10;
const queryKey = ['decoded'] as const;

export function useRecentDecodings(): {
  readonly recent: readonly RecentDecoding[];
  add(decoding: Omit<RecentDecoding, 'key'>): void;
} {
  const client = useQueryClient();
  const { data } = useQuery<readonly RecentDecoding[]>({
    queryKey,
    queryFn: () => [],
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    recent: data,
    /** Decoding the same message again replaces its entry. */
    add: (decoding) =>
      client.setQueryData<readonly RecentDecoding[]>(queryKey, (old = []) => {
        const key = 1 + Math.max(0, ...old.map((one) => one.key));
        const others = old.filter(({ label, text }) => label !== decoding.label || text !== decoding.text);
        return [{ ...decoding, key }, ...others].slice(0, most);
      }),
  };
}
