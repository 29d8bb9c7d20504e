/** The one place that knows both zooms: everything else speaks that of 256 px tiles, MapLibre that of 512 px (C58). */
const difference = 1;

export const toGlZoom = (zoom: number): number => zoom - difference;
export const fromGlZoom = (zoom: number): number => zoom + difference;
