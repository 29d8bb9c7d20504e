/**
 * Several parts of one screen share its address: each has a slot, which stands before its names (`status.page=2`). Pure.
 * Must not: know a router, or what the names mean.
 */
type Search = Readonly<Record<string, unknown>>;

const isOf = (slot: string, name: string): boolean => name.startsWith(`${slot}.`);

/** What the address holds for this part, under the part's own names. */
export function slotSearch(search: Search, slot: string): Record<string, unknown> {
  const own = Object.entries(search).filter(([name]) => isOf(slot, name));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(slot.length + 1), value]));
}

/** The address with what this part holds now; the names of others stay as they are. */
export function withSlot(search: Search, slot: string, own: Search): Record<string, unknown> {
  const others = Object.entries(search).filter(([name]) => !isOf(slot, name));
  const mine = Object.entries(own).map(([name, value]) => [`${slot}.${name}`, value] as const);
  return Object.fromEntries([...others, ...mine]);
}
