/** Worker that calculates country outlines. */
import { type CountriesRequest, loadCountries, loadOutlines } from './countries.ts';
import { buffersOf, worldLines } from './world-lines.ts';

addEventListener('message', ({ data }: MessageEvent<CountriesRequest>) => {
  void respond(data).catch(
    // Reported to the page as an error of the worker.
    (error: unknown) => {
      setTimeout(() => {
        throw error;
      });
    },
  );
});

async function respond({ detail, form }: CountriesRequest): Promise<void> {
  if (form === 'countries') return postMessage(await loadCountries(detail));
  const lines = worldLines(await loadOutlines(detail));
  postMessage(lines, { transfer: buffersOf(lines) });
}
