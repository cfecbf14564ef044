import {
  endpoints,
  type EndpointDescription,
  type JsonSchema,
  type ParameterDescription,
} from '@/lib/membership-api/endpoints';
import examples from './openapi-examples.json';
import { errorResponses, json, organisationReference } from './openapi-parts';

export function endpointPaths(): JsonSchema {
  return Object.fromEntries(endpoints.map((endpoint) => [pathOf(endpoint), pathItem(endpoint)]));
}

function pathOf({ version, path }: EndpointDescription): string {
  return `/api/${version}/organisation/{organisation_id}/${path}`;
}

function pathItem(endpoint: EndpointDescription): JsonSchema {
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
      parameters: parameters.map(toParameter),
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

/** OpenAPI has its own notation for parameters with a key, such as `ExtraAnswer[3]`. */
function toParameter({ name, description, schema }: ParameterDescription): JsonSchema {
  if (!name.startsWith('ExtraAnswer[')) return { name, in: 'query', description, schema };
  return {
    name: 'ExtraAnswer',
    in: 'query',
    description: `${description} Send it as ${name}.`,
    style: 'deepObject',
    explode: true,
    schema: { type: 'object', additionalProperties: schema },
  };
}

function header(description: string): JsonSchema {
  return { description, schema: { type: 'string' } };
}
