/** Request bodies: JSON, lines of JSON, parts of a file. An empty JSON body is no body. */

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxIngestBytes } from '../../contract/calls/ingest.ts';
import { HttpError } from './api-error.ts';

/** No body of the contract has more than a few levels. */
const maxLevels = 32;

export function addJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    if (text === '') done(null, undefined);
    else if (isDeeper(text, maxLevels)) done(new HttpError(400, `The body has more than ${maxLevels} levels.`));
    else parseJson(request, text, done);
  });
}

const [quote, backslash] = [34, 92];
const opening = new Set([91, 123]);
const closing = new Set([93, 125]);

/** Whether arrays and objects are nested deeper than `levels`. Parsing 100 kB of brackets blocks other requests for 20 ms. */
export function isDeeper(json: string, levels: number): boolean {
  let level = 0;
  let isInText = false;
  for (let at = 0; at < json.length && level <= levels; at++) {
    const code = json.charCodeAt(at);
    if (isInText && code === backslash) at++;
    else if (code === quote) isInText = !isInText;
    else if (isInText) continue;
    else if (opening.has(code)) level++;
    else if (closing.has(code)) level--;
  }
  return level > levels;
}

// ---- Request bodies of JSON lines, plain or gzip, limited as sent and unpacked.

const contentTypes = ['application/x-ndjson', 'application/jsonl', 'application/json', 'text/plain'];
const unpack = promisify(gunzip);

/** For a scope that reads these content types as text, and no other. */
export function addLineBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(contentTypes, { parseAs: 'buffer' }, (request: FastifyRequest, bytes: Buffer) =>
    readLines(bytes, request.headers['content-encoding']),
  );
  scope.addContentTypeParser('*', async () => {
    throw new HttpError(415, 'Send JSON lines: the content type must be application/x-ndjson.');
  });
}

/** Invalid UTF-8 becomes U+FFFD. @throws HttpError */
async function readLines(bytes: Buffer, encoding: string | undefined): Promise<string> {
  const way = encoding?.trim().toLowerCase() ?? 'identity';
  if (way === 'identity') return bytes.toString('utf8');
  if (way !== 'gzip') throw new HttpError(415, 'Only gzip is supported. Send the lines uncompressed or as gzip.');
  try {
    return (await unpack(bytes, { maxOutputLength: maxIngestBytes })).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new HttpError(400, 'The gzip data of the body is damaged.');
  }
}

function tooLarge(): HttpError {
  return new HttpError(413, `The request is too large. The limit is ${maxIngestBytes / 1_048_576} MB unpacked.`);
}

// ---- Binary request bodies: parts of a file.

/** For a scope that accepts bytes only. */
export function addByteBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => bytes,
  );
  scope.addContentTypeParser('*', async () => {
    throw new HttpError(415, 'Send bytes: the content type must be application/octet-stream.');
  });
}
