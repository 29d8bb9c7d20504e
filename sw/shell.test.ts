import { expect, test } from 'vitest';
import { isOurAsset, opensTheApp, shellMarker } from './shell.ts';

const response = (type: string, body = 'x', status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': type } });

test('OFF-02: the shell serves the paths of the app, and none of the server', () => {
  for (const path of ['/', '/auth', '/akrxAll', '/aircraft/7', '/apiary', '/confirmemail'])
    expect(opensTheApp(path), path).toBe(true);
  for (const path of [
    '/api',
    '/api/v1/health',
    '/API/v1/account/me',
    '/tiles/main/1/2/3',
    '/reset',
    '/config.json',
    '/icons/icon.svg',
    '/service-worker.js',
  ])
    expect(opensTheApp(path), path).toBe(false);
});

test('an asset is stored only with the type of its extension (captive portal)', async () => {
  expect(await isOurAsset('/assets/index-1.js', response('text/javascript; charset=utf-8'))).toBe(true);
  expect(await isOurAsset('/assets/index-1.css', response('text/css'))).toBe(true);
  expect(await isOurAsset('/manifest.webmanifest', response('application/manifest+json'))).toBe(true);
  expect(await isOurAsset('/icons/icon-192.png', response('image/png'))).toBe(true);
  for (const path of ['/assets/index-1.js', '/assets/index-1.css', '/icons/icon-192.png', '/manifest.webmanifest'])
    expect(await isOurAsset(path, response('text/html')), path).toBe(false);
  expect(await isOurAsset('/assets/index-1.js', new Response('x'))).toBe(false);
});

test('a page is stored only with our marker: the page of a portal has the same type and status', async () => {
  const ours = `<!doctype html><meta name="${shellMarker}" content="0.1.0">`;
  expect(await isOurAsset('/index.html', response('text/html', ours))).toBe(true);
  expect(await isOurAsset('/index.html', response('text/html', '<h1>Sign in to the network</h1>'))).toBe(false);
});

test('a response with another status than 200 is not stored (broken deploy)', async () => {
  for (const status of [404, 500, 206, 203])
    expect(await isOurAsset('/assets/index-1.js', response('text/javascript', 'x', status)), String(status)).toBe(
      false,
    );
});
