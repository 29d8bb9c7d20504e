/**
 * Bodies of JSON lines, plain or gzip, bounded both as they travel and unpacked; the handler gets them as one text.
 * Must not: know what a line means.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxIngestBytes } from '../../contract/calls/ingest.ts';
import { HttpError } from './api-error.ts';

const contentTypes = ['application/x-ndjson', 'application/jsonl', 'application/json', 'text/plain'];
const unpack = promisify(gunzip);

/** For a scope of its own: within it these content types are read as text, and no other is. */
export function addLineBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(contentTypes, { parseAs: 'buffer' }, (request: FastifyRequest, bytes: Buffer) =>
    readLines(bytes, request.headers['content-encoding']),
  );
  scope.addContentTypeParser('*', async () => {
    throw new HttpError(415, 'Send JSON lines: the content type must be application/x-ndjson.');
  });
}

/** Bytes that are no UTF-8 become U+FFFD. @throws HttpError */
async function readLines(bytes: Buffer, encoding: string | undefined): Promise<string> {
  const way = encoding?.trim().toLowerCase() ?? 'identity';
  if (way === 'identity') return bytes.toString('utf8');
  if (way !== 'gzip') throw new HttpError(415, 'Only gzip is unpacked: send the lines as they are, or as gzip.');
  try {
    return (await unpack(bytes, { maxOutputLength: maxIngestBytes })).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new HttpError(400, 'The gzip of the body is damaged.');
  }
}

function tooLarge(): HttpError {
  return new HttpError(413, `What was sent is too large; at most ${maxIngestBytes / 1_048_576} MB unpacked is taken.`);
}
