/**
 * The contract as OpenAPI 3.1, made from the same schemas that check the calls.
 * Must not: say anything that is not in contract/.
 */
import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import { type EndpointId, mayCall } from '../contract/audience.ts';
import { type BodyForm, type Endpoint, errorBody } from '../contract/endpoint.ts';
import { maxParamLength } from '../contract/params.ts';

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
    info: { title: 'Downlink API', version, description: 'Paths are matched without letter case.' },
    servers: [{ url: base }],
    paths,
    components: {
      schemas: { Err: schemaOf(errorBody) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        station: { type: 'http', scheme: 'bearer', description: 'The key of a station' },
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
    description: endpoint.token === 'station' ? 'For: the holder of a key of a station.' : describe(permission),
    security: endpoint.token === 'none' ? [] : [{ [endpoint.token]: [] }],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint)],
    ...(endpoint.body
      ? { requestBody: { required: true, content: { [contentType(endpoint)]: { schema: schemaOf(endpoint.body) } } } }
      : {}),
    responses: {
      [endpoint.status]:
        endpoint.status === 204
          ? { description: 'Done' }
          : { description: 'The answer', content: { 'application/json': { schema: schemaOf(endpoint.answer) } } },
      default: {
        description: 'What went wrong',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Err' } } },
      },
    },
  };
}

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
