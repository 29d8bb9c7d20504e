/** Request bodies of JSON lines, plain or gzip, limited as sent and unpacked. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxIngestBytes } from '../../contract/calls/ingest.ts';
import { HttpError } from './api-error.ts';

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
  if (way !== 'gzip') throw new HttpError(415, 'Only gzip is unpacked: send the lines as they are, or as gzip.');
  try {
    return (await unpack(bytes, { maxOutputLength: maxIngestBytes })).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new HttpError(400, 'The gzip of the body is damaged.');
  }
}

function tooLarge(): HttpError {
  return new HttpError(413, `The request is too large. The limit is ${maxIngestBytes / 1_048_576} MB unpacked.`);
}
