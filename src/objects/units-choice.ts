/** Units that the user chose (decision 40). */
import { isUnitSystem, type UnitSystem, type Units, unitsOf } from '../lib/units.ts';
import { useValue } from '../ui/value-store.ts';
import { personalValue } from './personal-list.ts';

export const unitsChoice = personalValue<UnitSystem>(
  'units',
  'aviation',
  (text) => (isUnitSystem(text) ? text : 'aviation'),
  (system) => system,
);

export const useUnits = (): Units => unitsOf(useValue(unitsChoice));
