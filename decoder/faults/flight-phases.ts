/** Flight phases of Airbus maintenance computers. Those without a published name keep their number. Own file: published names. Pure. */
const names: Readonly<Record<string, string>> = {
  '02': 'engine start + 3 min to take-off power',
  '03': 'take-off power to 80 kt',
  '04': '80 kt to lift-off',
  '05': 'climb',
  '06': 'cruise',
  '07': 'descent',
  '08': 'touch-down to 80 kt',
  '09': '80 kt to last engine shut-down',
};

export const phaseOf = (digits: string): string => names[digits] ?? `phase ${digits}`;
