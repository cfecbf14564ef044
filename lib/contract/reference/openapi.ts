import { changesSchema, maxChanges, maxWaitSeconds, defaultChanges } from '@/lib/contract/changes';
import {
  endpoints,
  type JsonSchema,
  extraKey,
  type EndpointDescription,
  type ParameterDescription,
} from '@/lib/contract/endpoints';
import { errorBodySchema, tokenResponseSchema } from '@/lib/contract/resources';
import { cardPaths, cardSchemas } from './openapi-cards';
import examples from './openapi-examples.json';
import { oauthPaths, securitySchemes } from './openapi-oauth';
import { recordPaths, recordSchemas } from './openapi-records';
import {
  exampleOrganisation,
  organisationParameter,
  toSchema,
  errorResponses,
  json,
  organisationReference,
} from './openapi-parts';

/**
 * Describes the API in OpenAPI 3.1. Tests check responses with the schemas in this description. In OpenAPI, the URLs of
 * a security scheme cannot have a parameter for the organisation. So these URLs contain one organisation's ID,
 * `organisationId`. `extraIds`: the extras whose answers a list can be filtered by.
 * @see https://spec.openapis.org/oas/v3.1.0
 */
export function describeApi(
  baseUrl: string,
  organisationId = exampleOrganisation,
  extraIds: readonly string[] = [],
): JsonSchema {
  const listing = endpointPaths(extraIds);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Organisation Membership API',
      version: '2',
      description: 'The members of an association. Version 2 is the current version. Version 1 is older.',
    },
    servers: [{ url: baseUrl }],
    tags: [{ name: 'v2' }, { name: 'v1' }, { name: 'OAuth 2.0' }],
    paths: {
      ...oauthPaths(),
      ...listing,
      ...recordPaths(listing),
      ...changesPaths(),
      ...cardPaths(),
    },
    components: {
      schemas: {
        ...resourceSchemas(),
        ...recordSchemas(),
        ...changesSchemas(),
        ...cardSchemas(),
        Token: toSchema(tokenResponseSchema),
        Error: toSchema(errorBodySchema),
      },
      parameters: { organisation: organisationParameter(organisationId) },
      securitySchemes: securitySchemes(baseUrl, organisationId),
    },
  };
}

function resourceSchemas(): JsonSchema {
  return Object.fromEntries(endpoints.map(({ resource }) => [resource.name, toSchema(resource.schema)]));
}

const parameter = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'query',
  description,
  schema,
});

function changesPaths(): JsonSchema {
  return {
    '/api/v2/organisation/{organisation_id}/changes': {
      parameters: [organisationReference],
      get: {
        tags: ['v2'],
        operationId: 'v2-changes',
        summary: 'Changes, in order',
        description: 'An extension of the contract. Without After: the newest position and no changes.',
        security: [{ oauth: ['members'] }],
        parameters: [
          parameter('After', 'Changes after this position: the Next of an earlier response.', {
            type: 'string',
            pattern: '^\\d{1,15}$',
          }),
          parameter(
            'Limit',
            'The maximum number of changes to read. Several changes of one member are one entry.',
            {
              type: 'integer',
              minimum: 1,
              maximum: maxChanges,
              default: defaultChanges,
            },
          ),
          parameter('Wait', 'If nothing has changed, wait for a change, at most this number of seconds.', {
            type: 'integer',
            minimum: 0,
            maximum: maxWaitSeconds,
            default: 0,
          }),
        ],
        responses: {
          200: {
            description: 'The changes, the oldest first. Request the next ones with After=Next.',
            content: json({ $ref: '#/components/schemas/Changes' }, examples['v2/changes']),
          },
          ...errorResponses([
            ...(['invalid_request', 'invalid_token', 'insufficient_scope', 'gone', 'uri_too_long'] as const),
            ...(['too_many_requests', 'server_error', 'temporarily_unavailable'] as const),
          ]),
        },
      },
    },
  };
}

function changesSchemas(): JsonSchema {
  return { Changes: toSchema(changesSchema) };
}

function endpointPaths(extraIds: readonly string[]): JsonSchema {
  return Object.fromEntries(endpoints.map((endpoint) => [pathOf(endpoint), pathItem(endpoint, extraIds)]));
}

function pathOf({ version, path }: EndpointDescription): string {
  return `/api/${version}/organisation/{organisation_id}/${path}`;
}

function pathItem(endpoint: EndpointDescription, extraIds: readonly string[]): JsonSchema {
  const { version, path, summary, scope, stability, parameters, resource, isList } = endpoint;
  const reference = { $ref: `#/components/schemas/${resource.name}` };
  const schema = isList ? { type: 'array', items: reference } : reference;
  const byEndpoint: Record<string, unknown> = examples;
  const example = byEndpoint[`${version}/${path}`];
  const headers = isList
    ? {
        'X-Total-Count': header('Total number of results on all pages.'),
        ETag: header('A strong entity tag.'),
        Link: header('With Page[Size]: rel="next" if there are more pages.'),
      }
    : {};
  return {
    parameters: [organisationReference],
    get: {
      tags: [version],
      operationId: `${version}-${path}`,
      summary,
      description: stability === null ? 'Not declared stable.' : `${stability}.`,
      'x-stability': stability,
      security: [{ oauth: [scope] }],
      parameters: parameters.flatMap((one) => toParameters(one, extraIds)),
      responses: {
        200: { description: 'The requested data.', headers, content: json(schema, example) },
        ...(isList ? { 304: { description: 'Not changed since the ETag in If-None-Match.' } } : {}),
        ...errorResponses([
          'invalid_request',
          'invalid_token',
          'insufficient_scope',
          'uri_too_long',
          'too_many_requests',
          'server_error',
          'temporarily_unavailable',
        ]),
      },
    },
  };
}

/**
 * Generated clients cannot send a parameter with a key, such as `ExtraAnswer[3][]`. So each extra has its own parameter.
 */
function toParameters(
  { name, description, schema }: ParameterDescription,
  extraIds: readonly string[],
): JsonSchema[] {
  const names = name.includes(extraKey) ? extraIds.map((id) => name.replace(extraKey, id)) : [name];
  return names.map((one) => ({ name: one, in: 'query', description, schema }));
}

function header(description: string): JsonSchema {
  return { description, schema: { type: 'string' } };
}
