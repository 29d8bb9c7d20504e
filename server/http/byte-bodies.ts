/**
 * Bodies that are bytes as they are: the parts of a file. Must not: unpack or look into them.
 */
import type { FastifyInstance } from 'fastify';
import { HttpError } from './api-error.ts';

/** For a scope of its own: within it bytes are taken, and nothing else. */
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
