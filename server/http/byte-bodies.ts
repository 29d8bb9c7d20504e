/** Binary request bodies: parts of a file. */
import type { FastifyInstance } from 'fastify';
import { HttpError } from './api-error.ts';

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
