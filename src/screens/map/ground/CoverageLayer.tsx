/** Cells in which positions were received, below everything but the base map, and their legend. Own file: its request belongs to it. */
import { type ReactElement, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import styles from '../controls/MapControls.module.css';
import { noFeatures, slots } from '../gl-map.ts';
import { useMapShare } from '../map-context.ts';
import { coverageAge, coverageFeatures, coverageSteps, coverageText, useCoverage } from './coverage.ts';

const opacity = ['match', ['get', 'step'], ...coverageSteps.flatMap((one, at) => [at, one.opacity]), 0];

export function CoverageLayer(): ReactElement {
  const { accent } = useMapShare().colours;
  const coverage = useCoverage().response?.value;
  const features = useMemo(() => (coverage ? coverageFeatures(coverage) : noFeatures), [coverage]);
  return (
    <Source id="coverage" type="geojson" data={features}>
      <Layer
        id="coverage"
        type="fill"
        paint={{ 'fill-color': accent, 'fill-opacity': opacity as never, 'fill-antialias': false }}
        beforeId={slots.ranges}
      />
    </Source>
  );
}

/** What the opacity means, and the same in words. Nothing while the layer is off. */
export function CoverageLegend(): ReactElement | null {
  const { display } = useMapShare();
  const { response, hasFailed, retry } = useCoverage();
  if (!display.hasCoverage) return null;
  return (
    <section className={styles.coverage} aria-label="Coverage" data-uncovered>
      <span className={styles.title}>Coverage, positions per cell</span>
      <span className={styles.coverageSteps} aria-hidden="true">
        {coverageSteps.map((step) => (
          <span key={step.from}>
            <i style={{ opacity: step.opacity }} />
            {step.from}+
          </span>
        ))}
      </span>
      <p role="status" data-brief={response?.source === 'live' || undefined}>
        {response
          ? coverageText(response.value) + coverageAge(response)
          : hasFailed
            ? 'Coverage is not available, and not stored on this device.'
            : 'Coverage is loading.'}
      </p>
      {hasFailed && !response ? <PlainButton onClick={retry}>Try again</PlainButton> : null}
    </section>
  );
}
