/** Worker that calculates country outlines. */
import { type Detail, loadCountries } from './countries.ts';

addEventListener('message', ({ data: detail }: MessageEvent<Detail>) => {
  void loadCountries(detail).then(
    (countries) => postMessage(countries),
    // Reported to the page as an error of the worker.
    (error: unknown) => {
      setTimeout(() => {
        throw error;
      });
    },
  );
});
