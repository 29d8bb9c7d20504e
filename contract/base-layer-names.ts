/** Names of the base layers, in the order of the menu. */

export const baseLayerNames = [
  'main',
  'natGeo',
  'deLome',
  'topo2',
  'topographic',
  'ocean',
  'streets',
  'worldImagery',
  'worldAtNight',
  'darkLayer',
  'openAIP',
] as const;
export type BaseLayerName = (typeof baseLayerNames)[number];
