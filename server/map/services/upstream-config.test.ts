import { describe, expect, test } from 'vitest';
import { defaultSources } from '../../../contract/base-layers.ts';
import { readUpstream } from './upstream-config.ts';

describe('C57: sources of tiles', () => {
  test('without settings the defaults apply, and a layer that needs a key reports it', () => {
    const { tiles } = readUpstream({});
    expect(tiles.main).toMatchObject({ ...defaultSources.main, isOwners: false, unavailable: null });
    expect(tiles.openAIP.unavailable).toContain('TILES_OPENAIP_KEY');
    expect(readUpstream({ TILES_OPENAIP_KEY: 'k' }).tiles.openAIP).toMatchObject({ unavailable: null, key: 'k' });
  });

  test('TILES=off keeps layers with a configured address; a single layer can be turned off, too', () => {
    const { tiles } = readUpstream({ TILES: 'off', TILES_MAIN_URL: 'http://10.0.0.5/{z}/{x}/{y}' });
    expect(Object.entries(tiles).filter(([, { unavailable }]) => !unavailable)).toHaveLength(1);
    expect(tiles.main.isOwners).toBe(true);
    expect(readUpstream({ TILES_OCEAN_URL: 'off' }).tiles.ocean.unavailable).not.toBeNull();
  });

  test('invalid settings are reported at the start, without a possible key', () => {
    const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ TILES_MIAN_URL: 'x' }, /TILES_MIAN_URL is not a setting/],
      [{ TILES_MAIN_URL: 'https://a.example/{z}/{x}.png?key=hidden' }, /TILES_MAIN_URL must be/],
      [{ TILES_MAIN_URL: 'https://{x}.example/{z}/{x}/{y}?key=hidden' }, /TILES_MAIN_URL must be/],
      [{ TILES_MAIN_URL: 'file:///{z}/{x}/{y}' }, /TILES_MAIN_URL must be/],
      [{ TILES_MAIN_ZOOMS: '9-3' }, /TILES_MAIN_ZOOMS/],
      [{ TILES_MAIN_STORING: 'yes' }, /TILES_MAIN_STORING/],
      [{ METAR_URL: 'https://a.example/?key=hidden' }, /METAR_URL must be/],
      [{ METAR_TOKEN: 'hidden\nhidden' }, /METAR_TOKEN/],
      [{ OPENSKY_CLIENT_ID: 'a' }, /Set both OPENSKY/],
    ];
    for (const [env, sentence] of wrong) {
      expect(() => readUpstream(env)).toThrow(sentence);
      expect(() => readUpstream(env)).not.toThrow(/hidden/);
    }
  });
});

describe('C56: services', () => {
  test('raw METARs need no key; with a token it is the bearer service', () => {
    expect(readUpstream({}).weather).toMatchObject({ headers: {}, isOwners: false });
    const { weather } = readUpstream({ METAR_TOKEN: 't' });
    expect(weather).toMatchObject({
      template: 'https://avwx.rest/api/metar/{icao}',
      headers: { authorization: 'Bearer t' },
    });
    expect(readUpstream({ METAR_URL: 'off', METAR_TOKEN: 't' }).weather).toBeNull();
  });

  test('routes and public states are available when configured', () => {
    expect(readUpstream({})).toMatchObject({ routes: null, states: null });
    expect(readUpstream({ ROUTES_KEY: 'k' }).routes?.headers).toEqual({
      'x-rapidapi-key': 'k',
      'x-rapidapi-host': 'aerodatabox.p.rapidapi.com',
    });
    expect(readUpstream({ OPENSKY_URL: 'on' }).states).toMatchObject({
      isOwners: false,
      client: null,
      creditsPerDay: 400,
    });
    expect(readUpstream({ OPENSKY_CLIENT_ID: 'a', OPENSKY_CLIENT_SECRET: 'b' }).states?.creditsPerDay).toBe(4000);
  });
});
