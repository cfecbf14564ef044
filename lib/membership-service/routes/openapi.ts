import { z } from 'zod';
import {
  endpoints,
  type EndpointDescription,
  type JsonSchema,
  type ParameterDescription,
} from '@/lib/membership-api/endpoints';
import { errorStatuses } from '@/lib/membership-api/errors';
import { errorBodySchema, scopes, tokenResponseSchema } from '@/lib/membership-api/resources';
import examples from './openapi-examples.json';

/**
 * The description of the API in OpenAPI 3.1, made from the schemas that answers are tested against.
 * @see https://spec.openapis.org/oas/v3.1.0
 */
export function describeApi(baseUrl: string): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Organisation Membership API',
      version: '2',
      description:
        'Read access to the members of an association. Version 2 is the current interface; version 1 is older.',
    },
    servers: [{ url: baseUrl }],
    tags: [{ name: 'v2' }, { name: 'v1' }, { name: 'OAuth 2.0' }],
    paths: {
      ...oauthPaths(),
      ...Object.fromEntries(endpoints.map((endpoint) => [pathOf(endpoint), pathItem(endpoint)])),
    },
    components: {
      schemas: {
        ...resourceSchemas(),
        Token: toSchema(tokenResponseSchema),
        Error: toSchema(errorBodySchema),
      },
      securitySchemes: securitySchemes(baseUrl),
    },
  };
}

const organisationParameter = {
  name: 'organisation_id',
  in: 'path',
  required: true,
  schema: { type: 'integer' },
  description: 'Identifies the organisation.',
  example: 100,
};

function pathOf({ version, path }: EndpointDescription): string {
  return `/api/${version}/organisation/{organisation_id}/${path}`;
}

function pathItem(endpoint: EndpointDescription): JsonSchema {
  const { version, path, summary, scope, stability, parameters, resource, isList } = endpoint;
  const reference = { $ref: `#/components/schemas/${resource.name}` };
  const schema = isList ? { type: 'array', items: reference } : reference;
  const answered: Record<string, unknown> = examples;
  const example = answered[`${version}/${path}`];
  const headers = isList
    ? {
        'X-Total-Count': header('How many there are, on all pages.'),
        ETag: header('Strong.'),
        Link: header('With Page[Size]: rel="next" while more remains.'),
      }
    : {};
  return {
    parameters: [organisationParameter],
    get: {
      tags: [version],
      operationId: `${version}-${path}`,
      summary,
      description: stability === null ? 'Not declared stable.' : `${stability}.`,
      'x-stability': stability,
      security: [{ oauth: [scope] }],
      parameters: parameters.map(toParameter),
      responses: {
        200: { description: 'What was asked for.', headers, content: json(schema, example) },
        ...(isList ? { 304: { description: 'Not changed since the ETag in If-None-Match.' } } : {}),
        ...errorResponses([
          'invalid_request',
          'invalid_token',
          'insufficient_scope',
          'server_error',
          'temporarily_unavailable',
        ]),
      },
    },
  };
}

/** OpenAPI has a form of its own for arrays with keys. */
function toParameter({ name, description, schema }: ParameterDescription): JsonSchema {
  if (!name.startsWith('ExtraAnswer[')) return { name, in: 'query', description, schema };
  return {
    name: 'ExtraAnswer',
    in: 'query',
    description: `${description} Written ${name}.`,
    style: 'deepObject',
    explode: true,
    schema: { type: 'object', additionalProperties: schema },
  };
}

function errorResponses(codes: (keyof typeof errorStatuses)[]): JsonSchema {
  const content = json({ $ref: '#/components/schemas/Error' });
  return Object.fromEntries(
    codes.map((code) => [errorStatuses[code], { description: `\`${code}\``, content }]),
  );
}

function oauthPaths(): JsonSchema {
  const token = (version: string) => ({
    parameters: [organisationParameter],
    post: {
      tags: ['OAuth 2.0'],
      operationId: `${version}-token`,
      summary: `Token (${version}); GET is answered too`,
      security: [{ client: [] }],
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: tokenRequest(version === 'v2') } },
      },
      responses: {
        200: { description: 'The token.', content: json({ $ref: '#/components/schemas/Token' }) },
        ...errorResponses(['invalid_request', 'invalid_client', 'too_many_requests']),
      },
    },
  });
  const query = (name: string, isRequired: boolean) => ({
    name,
    in: 'query',
    required: isRequired,
    schema: { type: 'string' },
  });
  return {
    '/api/v2/organisation/{organisation_id}/token': token('v2'),
    '/api/v1/organisation/{organisation_id}/token': token('v1'),
    '/api/v2/organisation/{organisation_id}/revoke': revocation(),
    '/api/v2/organisation/{organisation_id}/authorize': {
      parameters: [organisationParameter],
      get: {
        tags: ['OAuth 2.0'],
        operationId: 'v2-authorize',
        summary: 'Authorize: where the user’s browser is sent to sign in',
        security: [],
        parameters: [
          ...[
            query('response_type', true),
            query('client_id', true),
            query('redirect_uri', false),
            query('scope', false),
          ],
          ...[query('state', false), query('code_challenge', false), query('code_challenge_method', false)],
        ],
        responses: {
          303: { description: 'To sign-in, and from there to redirect_uri with code and state.' },
        },
      },
    },
  };
}

/** An extension. @see RFC 7009 */
function revocation(): JsonSchema {
  const form = { type: 'object', required: ['token'], properties: { token: { type: 'string' } } };
  return {
    parameters: [organisationParameter],
    post: {
      tags: ['OAuth 2.0'],
      operationId: 'v2-revoke',
      summary: 'Revoke: ends a token of the client that asks',
      security: [{ client: [] }],
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
      responses: {
        200: {
          description: 'Done. The same for a token that is unknown, or another client’s, which lives on.',
        },
        ...errorResponses(['invalid_request', 'invalid_client', 'too_many_requests']),
      },
    },
  };
}

function tokenRequest(mayExchangeCode: boolean): JsonSchema {
  const grants = mayExchangeCode ? ['client_credentials', 'authorization_code'] : ['client_credentials'];
  const code = {
    code: { type: 'string' },
    redirect_uri: { type: 'string' },
    code_verifier: { type: 'string' },
  };
  return {
    type: 'object',
    required: ['grant_type'],
    properties: { grant_type: { enum: grants }, scope: { type: 'string' }, ...(mayExchangeCode ? code : {}) },
  };
}

function securitySchemes(baseUrl: string): JsonSchema {
  // The address has the organisation in it, which a security scheme cannot say; 100 is the demonstration.
  const oauth = `${baseUrl}/api/v2/organisation/100`;
  const named = Object.fromEntries(scopes.map((scope) => [scope, `The endpoints of the scope ${scope}.`]));
  return {
    client: { type: 'http', scheme: 'basic', description: 'Client ID and secret.' },
    oauth: {
      type: 'oauth2',
      flows: {
        clientCredentials: { tokenUrl: `${oauth}/token`, scopes: named },
        authorizationCode: {
          authorizationUrl: `${oauth}/authorize`,
          tokenUrl: `${oauth}/token`,
          scopes: named,
        },
      },
    },
  };
}

function resourceSchemas(): JsonSchema {
  return Object.fromEntries(endpoints.map(({ resource }) => [resource.name, toSchema(resource.schema)]));
}

function toSchema(schema: z.ZodType): JsonSchema {
  // OpenAPI 3.1 names the dialect of JSON Schema for the whole document.
  const entries = Object.entries(z.toJSONSchema(schema)).filter(([name]) => name !== '$schema');
  return Object.fromEntries(entries);
}

function json(schema: JsonSchema, example?: unknown): JsonSchema {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

function header(description: string): JsonSchema {
  return { description, schema: { type: 'string' } };
}
