import { type DependencyList, useLayoutEffect } from 'react';
import type { screenMark } from './mark-image.ts';
import { useGlMap } from './use-gl-map.ts';

/** Adds an image for symbol layers before the next frame, and replaces it when `inputs` change. The size must stay the same. */
export function useMapImage(name: string, draw: () => ReturnType<typeof screenMark>, inputs: DependencyList): void {
  const map = useGlMap();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists the inputs of `draw`
  useLayoutEffect(() => {
    const [image, options] = draw();
    if (map.hasImage(name)) map.updateImage(name, image);
    else map.addImage(name, image, options);
  }, [map, name, ...inputs]);
}
