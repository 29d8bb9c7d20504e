/** Shares one address between parts of a screen: each part prefixes its parameters (`status.page=2`). Pure. */
type Search = Readonly<Record<string, unknown>>;

const isOf = (slot: string, name: string): boolean => name.startsWith(`${slot}.`);

/** Parameters of this part, under their own names. */
export function slotSearch(search: Search, slot: string): Record<string, unknown> {
  const own = Object.entries(search).filter(([name]) => isOf(slot, name));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(slot.length + 1), value]));
}

/** The address with the parameters of this part. Others are unchanged. */
export function withSlot(search: Search, slot: string, own: Search): Record<string, unknown> {
  const others = Object.entries(search).filter(([name]) => !isOf(slot, name));
  const mine = Object.entries(own).map(([name, value]) => [`${slot}.${name}`, value] as const);
  return Object.fromEntries([...others, ...mine]);
}
