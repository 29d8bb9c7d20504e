#!/usr/bin/env node
/** `downlink` of the npm package: serves, or runs a command of the server. Data is stored in `data` below the current folder. */
import { join } from 'node:path';
import { endWithNpm } from './end-with-npm.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Downlink needs Node 20.19 or later; this is ${process.versions.node}. See https://nodejs.org`);
  process.exit(1);
}
endWithNpm();
process.env.DATA_DIR ||= join(process.cwd(), 'data');
await import('./dist/server/main.js');
