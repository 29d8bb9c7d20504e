/**
 * Blocks of 24-bit addresses that states give to military aircraft. A state has its blocks from ICAO (Annex 10, volume III, chapter 9);
 * which part is military is not published: these are known from reception, and not complete. Pure.
 */
type Block = readonly [first: number, last: number, state: string];

/** In ascending order. */
const militaryBlocks: readonly Block[] = [
  [0x010070, 0x01008f, 'Egypt'],
  [0x0a4000, 0x0a4fff, 'Algeria'],
  [0x33ff00, 0x33ffff, 'Italy'],
  [0x350000, 0x37ffff, 'Spain'],
  [0x3aa000, 0x3affff, 'France'],
  [0x3b7000, 0x3bffff, 'France'],
  [0x3ea000, 0x3ebfff, 'Germany'],
  [0x3f4000, 0x3fbfff, 'Germany'],
  [0x400000, 0x40003f, 'United Kingdom'],
  [0x43c000, 0x43cfff, 'United Kingdom'],
  [0x44f000, 0x44ffff, 'Belgium'],
  [0x45f400, 0x45f4ff, 'Denmark'],
  [0x473c00, 0x473c0f, 'Hungary'],
  [0x478100, 0x4781ff, 'Norway'],
  [0x480000, 0x480fff, 'Netherlands'],
  [0x48d800, 0x48d87f, 'Poland'],
  [0x497c00, 0x497cff, 'Portugal'],
  [0x498420, 0x49842f, 'Czechia'],
  [0x4b7000, 0x4b7fff, 'Switzerland'],
  [0x4b8200, 0x4b82ff, 'Türkiye'],
  [0x710258, 0x71028f, 'Saudi Arabia'],
  [0x710380, 0x71039f, 'Saudi Arabia'],
  [0x738a00, 0x738aff, 'Israel'],
  [0x7cf800, 0x7cfaff, 'Australia'],
  [0x800200, 0x8002ff, 'India'],
  [0xadf7c8, 0xafffff, 'United States'],
  [0xc20000, 0xc3ffff, 'Canada'],
  [0xe40000, 0xe41fff, 'Brazil'],
];

/** State whose military has the block of an address. null = none known, or an address that is not of ICAO. */
export function militaryStateOf(icao: string): string | null {
  if (!/^[0-9a-f]{6}$/i.test(icao)) return null;
  const address = Number.parseInt(icao, 16);
  let [low, high] = [0, militaryBlocks.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last, state] = militaryBlocks[middle] as Block;
    if (address < first) high = middle - 1;
    else if (address > last) low = middle + 1;
    else return state;
  }
  return null;
}

export const isMilitaryAddress = (icao: string): boolean => militaryStateOf(icao) !== null;
