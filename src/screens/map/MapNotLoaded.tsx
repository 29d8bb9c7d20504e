import { useEffect } from 'react';
import type { MapFailure } from './map-context.ts';

export function MapNotLoaded({ onFailed }: { onFailed: (why: MapFailure) => void }): null {
  useEffect(() => onFailed('code'), [onFailed]);
  return null;
}
