import type { ExpressionSpecification } from 'maplibre-gl';
import { bandColours } from '../../../charts/aircraft-bands.ts';
import type { MapColours } from '../../../ui/map-colours.ts';

/** Colour of features with the property `band`. */
export const bandExpression = (colours: MapColours): ExpressionSpecification => [
  'to-color',
  ['at', ['get', 'band'], ['literal', [...bandColours(colours)]]],
];
