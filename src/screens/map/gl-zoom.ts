/** Converts between zooms of 256 px tiles (everywhere) and of 512 px tiles (MapLibre) (C58). */
const difference = 1;

export const toGlZoom = (zoom: number): number => zoom - difference;
export const fromGlZoom = (zoom: number): number => zoom + difference;
