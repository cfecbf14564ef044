import { endpoints, type JsonSchema } from '@/lib/membership-api/endpoints';
import { errorBodySchema, tokenResponseSchema } from '@/lib/membership-api/resources';
import { changesPaths, changesSchemas } from './openapi-changes';
import { cardPaths, cardSchemas } from './openapi-cards';
import { endpointPaths } from './openapi-endpoints';
import { oauthPaths, securitySchemes } from './openapi-oauth';
import { recordPaths, recordSchemas } from './openapi-records';
import { exampleOrganisation, organisationParameter, toSchema } from './openapi-parts';

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
