/**
 * Works the outlines of countries out beside the page: the fine ones take a phone half a second.
 * Must not: do anything but answer the one detail it is asked for.
 */
import { type Detail, loadCountries } from './countries.ts';

addEventListener('message', ({ data: detail }: MessageEvent<Detail>) => {
  void loadCountries(detail).then(
    (countries) => postMessage(countries),
    // The page hears of it as the worker's error.
    (error: unknown) => {
      setTimeout(() => {
        throw error;
      });
    },
  );
});
