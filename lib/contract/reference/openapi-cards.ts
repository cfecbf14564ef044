/**
 * Describes the endpoints for membership cards. They are not in the API's contract, but extend it. Only the directory
 * of this installation is allowed to use them.
 */
import {
  cardCodeResponseSchema,
  cardGenerationResponseSchema,
  cardGenerationSchema,
  cardHolderSchema,
  cardKeySchema,
} from '@/lib/contract/cards';
import type { JsonSchema } from '@/lib/contract/endpoints';
import { errorResponses, json, membershipParameter, organisationReference, toSchema } from './openapi-parts';

const only =
  'An extension of the contract, for the directory of this installation only: any other client gets 403.';
const key = { $ref: '#/components/schemas/CardKey' };
const keys = json({ type: 'array', items: key });
const code = json({ $ref: '#/components/schemas/CardCode' });
const holders = json({ type: 'array', items: { $ref: '#/components/schemas/CardHolder' } });
const generation = json({ $ref: '#/components/schemas/CardGeneration' });

export function cardPaths(): JsonSchema {
  const root = '/api/v2/organisation/{organisation_id}/cards';
  return {
    [`${root}/keys`]: {
      parameters: [organisationReference],
      get: operation('card-keys', 'The keys that sign membership cards, oldest first', keys),
      post: withForm(operation('add-card-key', 'Add a key unless it exists', keys), key),
    },
    [`${root}/memberships/{MembershipID}`]: {
      parameters: [organisationReference, membershipParameter],
      get: operation('card-generation', 'The generation of a membership’s valid cards', generation),
      post: withForm(operation('raise-card-generation', 'Revoke a membership’s earlier cards', generation), {
        type: 'object',
        properties: {
          Generation: {
            ...toSchema(cardGenerationSchema),
            description: 'At least this generation. Without it, one more than the current one.',
          },
        },
      }),
    },
    [`${root}/memberships/{MembershipID}/code`]: {
      parameters: [organisationReference, membershipParameter],
      post: withForm(operation('card-code', 'The code of a membership’s cards', code), { type: 'object' }),
    },
    [`${root}/codes/{Code}`]: {
      parameters: [
        organisationReference,
        { name: 'Code', in: 'path', required: true, schema: { type: 'string' } },
      ],
      get: operation('card-holder', 'Whose card has this code: a list with at most one entry', holders),
    },
  };
}

export function cardSchemas(): JsonSchema {
  return {
    CardKey: toSchema(cardKeySchema),
    CardGeneration: toSchema(cardGenerationResponseSchema),
    CardCode: toSchema(cardCodeResponseSchema),
    CardHolder: toSchema(cardHolderSchema),
  };
}

interface Operation {
  responses: JsonSchema;
}

function operation(operationId: string, summary: string, content: JsonSchema): Operation & JsonSchema {
  return {
    tags: ['v2'],
    operationId: `v2-${operationId}`,
    summary,
    description: only,
    security: [{ oauth: ['members'] }],
    responses: {
      200: { description: 'The requested data.', content },
      ...errorResponses(dataErrors),
    },
  };
}

const dataErrors = [
  'invalid_request',
  'invalid_token',
  'insufficient_scope',
  'too_many_requests',
  'server_error',
  'temporarily_unavailable',
] as const;

function withForm(described: Operation, schema: JsonSchema): Operation & JsonSchema {
  const errors = errorResponses([...dataErrors, 'payload_too_large'], { hasForm: true });
  return {
    ...described,
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
    responses: { ...described.responses, ...errors },
  };
}
