/** OpenAPI 3.1 document of the contract, from the schemas that validate calls. */
import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import { type EndpointId, mayCall } from '../../contract/audience.ts';
import { type BodyForm, type Endpoint, errorBody, keyHeader } from '../../contract/endpoint.ts';
import { maxParamLength } from '../../contract/params.ts';
import { refusalsOf } from '../../contract/statuses.ts';

type Json = Record<string, unknown>;

/** The whole document. `base` = the path or address of the API. */
export function openApi(endpoints: readonly Endpoint[], base: string, version: string): Json & { openapi: string } {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operation(endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Downlink API', version, description: 'Paths are case-insensitive.' },
    servers: [{ url: base }],
    paths,
    components: {
      schemas: { Err: schemaOf(errorBody) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        station: { type: 'http', scheme: 'bearer', description: 'The key of a station' },
        key: {
          type: 'apiKey',
          in: 'header',
          name: keyHeader,
          description: 'The token of the session, where a service expects a key',
        },
        cookie: { type: 'apiKey', in: 'cookie', name: 'downlink-session' },
      },
    },
  };
}

function operation(endpoint: Endpoint): Json {
  const permission = mayCall[endpoint.id as EndpointId];
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: endpoint.token === 'station' ? 'For: holders of a station key.' : describe(permission),
    security: securityOf(endpoint),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint)],
    ...(endpoint.body
      ? { requestBody: { required: true, content: { [contentType(endpoint)]: { schema: schemaOf(endpoint.body) } } } }
      : {}),
    responses: {
      [endpoint.status]:
        endpoint.status === 204
          ? { description: 'Done' }
          : { description: 'The response', content: { 'application/json': { schema: schemaOf(endpoint.response) } } },
      ...(endpoint.statusWhenUnavailable
        ? {
            [endpoint.statusWhenUnavailable]: {
              description: 'The same body, while the server is unavailable',
              content: { 'application/json': { schema: schemaOf(endpoint.response) } },
            },
          }
        : {}),
      ...refusalsIn(endpoint),
      default: { description: 'The server failed', content: errorContent },
    },
  };
}

function securityOf({ token, keyHeader: key }: Endpoint): Json[] {
  if (token === 'none') return [];
  return [{ [token]: [] }, ...(key ? [{ key: [] }] : [])];
}

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Err' } } };
const refusalWords: Readonly<Record<number, string>> = {
  400: 'A parameter or field is missing, unknown or malformed; `errors` names it',
  401: 'No valid session, or wrong credentials',
  403: 'The caller may not do this',
  404: 'There is no such object',
  409: 'The state of the data does not allow this',
  413: 'The body is too large',
  414: 'A path parameter is too long',
  415: 'The content type of the body is not accepted',
  422: 'The search takes too long',
  424: 'Another service is not configured or failed',
  429: 'Too many requests; see Retry-After',
};
const refusalsIn = (endpoint: Endpoint): Json =>
  Object.fromEntries(
    refusalsOf(endpoint).map((status) => [status, { description: refusalWords[status], content: errorContent }]),
  );

const contentTypes: Readonly<Record<BodyForm, string>> = {
  json: 'application/json',
  lines: 'application/x-ndjson',
  bytes: 'application/octet-stream',
};
const contentType = ({ sends }: Endpoint): string => contentTypes[sends];

function describe(permission: (typeof mayCall)[EndpointId]): string {
  if (permission.who === 'everyone') return 'Everyone.';
  return `For: ${permission.who.join(', ')}${permission.own ? '; others for what is theirs' : ''}.`;
}

function pathParameters(endpoint: Endpoint): Json[] {
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: maxParamLength },
  }));
}

function queryParameters(endpoint: Endpoint): Json[] {
  return Object.entries(endpoint.query).map(([name, param]) => ({
    name,
    in: 'query',
    required: false,
    schema: param.json,
  }));
}

function schemaOf(schema: object): Json {
  const { $schema: _, ...rest } = toJSONSchema(schema as $ZodType, { unrepresentable: 'any' }) as Json;
  return rest;
}
