/** Packed content, with a limit: 20 kB can unpack to megabytes. The only importer of pako. Pure. */
import pako from 'pako';

const maxBytes = 256 * 1024;
const maxRatio = 200;
const chunkSize = 16 * 1024;

export type Unpacked = {
  readonly bytes: Uint8Array;
  /** false = the packed data ends early, is damaged, or is larger than the limit. */
  readonly isWhole: boolean;
};

/** Raw deflate, without header and checksum. */
export function inflateRaw(packed: Uint8Array): Unpacked {
  const limit = Math.min(maxBytes, Math.max(1024, packed.length * maxRatio));
  const chunks: Uint8Array[] = [];
  let size = 0;
  const inflator = new pako.Inflate({ raw: true, chunkSize });
  inflator.onData = (chunk) => {
    const bytes = chunk as Uint8Array;
    chunks.push(bytes);
    size += bytes.length;
    if (size > limit) throw new LimitReached();
  };
  let isWhole = false;
  try {
    // 2 = flush: what a cut text contains is given as well.
    inflator.push(packed, 2);
    isWhole = (inflator as unknown as { readonly ended: boolean }).ended && inflator.err === 0;
  } catch (error) {
    if (!(error instanceof LimitReached)) return { bytes: new Uint8Array(), isWhole: false };
  }
  const bytes = new Uint8Array(Math.min(size, limit));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, bytes.length - at), at);
    at = Math.min(bytes.length, at + chunk.length);
  }
  return { bytes, isWhole };
}

class LimitReached extends Error {}
