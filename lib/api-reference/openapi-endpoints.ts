import {
  endpoints,
  extraKey,
  type EndpointDescription,
  type JsonSchema,
  type ParameterDescription,
} from '@/lib/membership-api/endpoints';
import examples from './openapi-examples.json';
import { errorResponses, json, organisationReference } from './openapi-parts';

export function endpointPaths(extraIds: readonly string[]): JsonSchema {
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
