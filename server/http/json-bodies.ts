/** JSON request bodies. An empty body is no body. */
import type { FastifyInstance } from 'fastify';
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
