import { endpoints, type JsonSchema } from '@/lib/membership-api/endpoints';
import { errorBodySchema, tokenResponseSchema } from '@/lib/membership-api/resources';
import { endpointPaths } from './openapi-endpoints';
import { oauthPaths, securitySchemes } from './openapi-oauth';
import { toSchema } from './openapi-parts';

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
      ...endpointPaths(),
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

function resourceSchemas(): JsonSchema {
  return Object.fromEntries(endpoints.map(({ resource }) => [resource.name, toSchema(resource.schema)]));
}
