import type { JsonSchema } from '@/lib/contract/endpoints';
import type { ErrorCode } from '@/lib/contract/errors';
import { dataScopes, openidScopes, personClaims, type Scope } from '@/lib/contract/resources';
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
    get: {
      tags: ['OAuth 2.0'],
      operationId: `${version}-token-by-get`,
      summary: `Token (${version}). The contract’s own form; POST keeps the code out of logs`,
      security: [{ client: [] }],
      parameters: Object.entries(tokenFields(version === 'v2'))
        // Secrets must not be in an address.
        .filter(([name]) => !['client_secret', 'refresh_token'].includes(name))
        .map(([name, schema]) => ({ name, in: 'query', required: name === 'grant_type', schema })),
      responses: {
        200: { description: 'The token.', content: json({ $ref: '#/components/schemas/Token' }) },
        ...errorResponses([...formErrors, ...grantErrors]),
      },
    },
    post: {
      tags: ['OAuth 2.0'],
      operationId: `${version}-token`,
      summary: `Token (${version})`,
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
  return {
    '/api/v2/organisation/{organisation_id}/token': token('v2'),
    '/api/v1/organisation/{organisation_id}/token': token('v1'),
    '/api/v2/organisation/{organisation_id}/revoke': revocation(),
    '/api/v2/organisation/{organisation_id}/introspect': introspection(),
    '/api/v2/organisation/{organisation_id}/userinfo': userinfo(),
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

function query(name: string, isRequired: boolean): JsonSchema {
  return { name, in: 'query', required: isRequired, schema: { type: 'string' } };
}

/** @see RFC 7662 */
function introspection(): JsonSchema {
  const form = { type: 'object', required: ['token'], properties: { token: { type: 'string' } } };
  const text = { type: 'string' };
  const time = { type: 'integer', description: 'Seconds since 1970.' };
  return {
    parameters: [organisationReference],
    post: {
      tags: ['OAuth 2.0'],
      operationId: 'v2-introspect',
      summary: 'Whether one of the client’s own tokens works now',
      security: [{ client: [] }],
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
      responses: {
        200: {
          description: 'Only `active`, if the token does not work or belongs to another client.',
          content: json({
            type: 'object',
            required: ['active'],
            properties: {
              active: { type: 'boolean' },
              scope: text,
              client_id: text,
              token_type: text,
              exp: time,
              iat: time,
              sub: text,
              iss: text,
            },
          }),
        },
        ...errorResponses([...formErrors, 'unauthorized_client'], { hasForm: true }),
      },
    },
  };
}

/** @see OpenID Connect Core §5.3 */
function userinfo(): JsonSchema {
  return {
    parameters: [organisationReference],
    get: {
      tags: ['OAuth 2.0'],
      operationId: 'v2-userinfo',
      summary: 'The claims about the person who signed in',
      security: [{ oauth: ['openid'] }],
      responses: {
        200: {
          description:
            'The scopes of the token decide which claims are sent. A claim without a value is not sent.',
          content: json({
            type: 'object',
            required: ['sub'],
            properties: {
              sub: { type: 'string' },
              ...Object.fromEntries(personClaims.map((name) => [name, claimSchema(name)])),
            },
          }),
        },
        ...errorResponses(['invalid_request', 'invalid_token', 'insufficient_scope', 'server_error']),
      },
    },
  };
}

function claimSchema(name: (typeof personClaims)[number]): JsonSchema {
  switch (name) {
    case 'address':
      return { type: 'object', additionalProperties: { type: 'string' } };
    case 'email_verified':
    case 'phone_number_verified':
      return { type: 'boolean' };
    case 'membership_types':
    case 'chapters':
    case 'committees':
      return { type: 'array', items: { type: 'string' } };
    default:
      return { type: 'string' };
  }
}

function tokenFields(mayExchangeCode: boolean): Record<string, JsonSchema> {
  const text = { type: 'string' };
  const grants = mayExchangeCode
    ? ['client_credentials', 'authorization_code', 'refresh_token']
    : ['client_credentials'];
  return {
    grant_type: { enum: grants },
    scope: { ...text, description: 'Separated by spaces.' },
    client_id: { ...text, description: 'Without HTTP Basic.' },
    client_secret: { ...text, description: 'Without HTTP Basic.' },
    ...(mayExchangeCode ? { code: text, redirect_uri: text, code_verifier: text, refresh_token: text } : {}),
  };
}

function tokenRequest(mayExchangeCode: boolean): JsonSchema {
  return { type: 'object', required: ['grant_type'], properties: tokenFields(mayExchangeCode) };
}

export function securitySchemes(baseUrl: string, organisationId: number): JsonSchema {
  const oauth = `${baseUrl}/api/v2/organisation/${organisationId}`;
  const named = (scopes: readonly Scope[]) =>
    Object.fromEntries(scopes.map((scope) => [scope, `Endpoints that need the scope ${scope}.`]));
  return {
    client: { type: 'http', scheme: 'basic', description: 'Client ID and secret.' },
    oauth: {
      type: 'oauth2',
      flows: {
        clientCredentials: { tokenUrl: `${oauth}/token`, scopes: named(dataScopes) },
        authorizationCode: {
          authorizationUrl: `${oauth}/authorize`,
          tokenUrl: `${oauth}/token`,
          // A person who signs in never gives a client the right to write members.
          scopes: named([...dataScopes.filter((scope) => scope !== 'members:write'), ...openidScopes]),
        },
      },
    },
  };
}
