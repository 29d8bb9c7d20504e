/** Units that the user chose, on this device (decision 65). */
import { useSyncExternalStore } from 'react';
import { isUnitSystem, type UnitSystem, type Units, unitsOf } from '../lib/units.ts';
import { personalValue } from './personal-list.ts';

export const unitsChoice = personalValue<UnitSystem>(
  'units',
  'aviation',
  (text) => (isUnitSystem(text) ? text : 'aviation'),
  (system) => system,
);

export const useUnits = (): Units => unitsOf(useSyncExternalStore(unitsChoice.subscribe, unitsChoice.get));
