/** Default base layers of the map (MAP-01, C57): sources and storage terms. */
import type { BaseLayerName } from './base-layer-names.ts';

/** 'no' = never stored. 'seen' = viewed tiles may be stored. 'areas' = areas may be downloaded, too. */
type TileStoring = 'no' | 'seen' | 'areas';
/** Layer properties for the map. Zooms are those of 256 px tiles (C58). */
export type BaseLayer = {
  readonly name: BaseLayerName;
  /** Attribution as plain text, shown with the layer. */
  readonly attribution: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly storing: TileStoring;
  /** Why the server has no tiles of this layer, as text for the user. Absent = it has them. */
  readonly unavailable?: string | undefined;
};
/** `template` = URL of a tile with {z}, {x} and {y}. {key} is replaced by a key that only the server has. */
export type LayerSource = Omit<BaseLayer, 'name' | 'unavailable'> & { readonly template: string };

/** Esri's terms forbid storage of tiles outside the browser's cache. */
const esri = (service: string, attribution: string, maxZoom: number): LayerSource => ({
  template: `https://server.arcgisonline.com/ArcGIS/rest/services/${service}/MapServer/tile/{z}/{y}/{x}`,
  attribution: `Tiles © Esri. ${attribution}`,
  minZoom: 0,
  maxZoom,
  storing: 'no',
});

/** Default, unless the server's settings name another source. */
export const defaultSources: Readonly<Record<BaseLayerName, LayerSource>> = {
  // Its usage policy requires caching and forbids prefetching.
  main: {
    template: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    attribution: '© OpenStreetMap contributors',
    minZoom: 0,
    maxZoom: 19,
    storing: 'seen',
  },
  natGeo: esri('NatGeo_World_Map', 'National Geographic, Esri, DeLorme, NAVTEQ, UNEP-WCMC, USGS, NASA, ESA', 16),
  deLome: esri('Specialty/DeLorme_World_Base_Map', '© DeLorme', 11),
  topo2: esri('USA_Topo_Maps', '© National Geographic Society, i-cubed', 15),
  topographic: esri('World_Topo_Map', 'Esri, HERE, Garmin, FAO, NOAA, USGS', 19),
  ocean: esri('Ocean/World_Ocean_Base', 'Esri, GEBCO, NOAA, National Geographic, Garmin, HERE', 13),
  streets: esri('World_Street_Map', 'Esri, HERE, Garmin, USGS, OpenStreetMap contributors', 19),
  worldImagery: esri('World_Imagery', 'Esri, Maxar, Earthstar Geographics, GIS User Community', 19),
  // MAP-15. NASA's imagery has no conditions.
  worldAtNight: {
    template:
      'https://gibs.earthdata.nasa.gov/wmts/epsg3857/best/VIIRS_CityLights_2012/default/2012-01-01/GoogleMapsCompatible_Level8/{z}/{y}/{x}.jpg',
    attribution: 'NASA EOSDIS GIBS',
    minZoom: 1,
    maxZoom: 8,
    storing: 'areas',
  },
  darkLayer: esri('Canvas/World_Dark_Gray_Base', 'Esri, HERE, Garmin, © OpenStreetMap contributors', 16),
  // MAP-15. It requires its own key.
  openAIP: {
    template: 'https://api.tiles.openaip.net/api/data/openaip/{z}/{x}/{y}.png?apiKey={key}',
    attribution: '© openAIP (CC BY-NC 4.0)',
    minZoom: 4,
    maxZoom: 14,
    storing: 'seen',
  },
};

/** URL template of a layer's tiles on the app's server: same origin, no key. */
export const tileTemplate = (layer: BaseLayerName): string => `/tiles/${layer}/{z}/{x}/{y}`;

/** URL of a tile there. */
export function tilePath(layer: BaseLayerName, { z, x, y }: { z: number; x: number; y: number }): string {
  return tileTemplate(layer).replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
}
