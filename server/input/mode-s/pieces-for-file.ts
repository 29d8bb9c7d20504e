/** Gives bytes to a reader in pieces. `sizes` take turns. */
export function readInPieces<M>(
  reader: { read: (chunk: Uint8Array) => M[] },
  bytes: Uint8Array,
  sizes: readonly number[],
): M[] {
  const messages: M[] = [];
  let from = 0;
  for (let turn = 0; from < bytes.length; turn++) {
    const to = from + (sizes[turn % sizes.length] ?? 1);
    messages.push(...reader.read(bytes.subarray(from, to)));
    from = to;
  }
  return messages;
}
