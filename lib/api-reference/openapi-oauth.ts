import type { JsonSchema } from '@/lib/membership-api/endpoints';
import type { ErrorCode } from '@/lib/membership-api/errors';
import { dataScopes } from '@/lib/membership-api/resources';
import { errorResponses, json, organisationReference } from './openapi-parts';

const formErrors = [
  'invalid_request',
  'invalid_client',
  'payload_too_large',
  'too_many_requests',
  'server_error',
  'temporarily_unavailable',
] as const satisfies ErrorCode[];
const grantErrors = [
  'invalid_grant',
  'unsupported_grant_type',
  'invalid_scope',
  'unauthorized_client',
] as const satisfies ErrorCode[];

export function oauthPaths(): JsonSchema {
  const token = (version: string) => ({
    parameters: [organisationReference],
    post: {
      tags: ['OAuth 2.0'],
      operationId: `${version}-token`,
      summary: `Token (${version}). GET works too`,
      security: [{ client: [] }],
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: tokenRequest(version === 'v2') } },
      },
      responses: {
        200: { description: 'The token.', content: json({ $ref: '#/components/schemas/Token' }) },
        ...errorResponses([...formErrors, ...grantErrors], { hasForm: true }),
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
      parameters: [organisationReference],
      get: {
        tags: ['OAuth 2.0'],
        operationId: 'v2-authorize',
        summary: 'Authorize: redirect the user’s browser here to sign in',
        security: [],
        parameters: [
          query('response_type', true),
          query('client_id', true),
          query('redirect_uri', false),
          query('scope', false),
          query('state', false),
          query('code_challenge', false),
          query('code_challenge_method', false),
        ],
        responses: {
          303: {
            description: 'Redirect to the sign-in page, and from there to redirect_uri with code and state.',
          },
        },
      },
    },
  };
}

/**
 * The endpoint is an extension of the contract.
 * @see RFC 7009
 */
function revocation(): JsonSchema {
  const form = { type: 'object', required: ['token'], properties: { token: { type: 'string' } } };
  return {
    parameters: [organisationReference],
    post: {
      tags: ['OAuth 2.0'],
      operationId: 'v2-revoke',
      summary: 'Revoke a token of the calling client',
      security: [{ client: [] }],
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
      responses: {
        200: {
          description:
            'Done. The response is the same for an unknown token and for a token of another client, which stays valid.',
          content: json({ type: 'object', properties: {} }),
        },
        ...errorResponses(formErrors, { hasForm: true }),
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

export function securitySchemes(baseUrl: string, organisationId: number): JsonSchema {
  const oauth = `${baseUrl}/api/v2/organisation/${organisationId}`;
  const named = Object.fromEntries(
    dataScopes.map((scope) => [scope, `Endpoints that need the scope ${scope}.`]),
  );
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
