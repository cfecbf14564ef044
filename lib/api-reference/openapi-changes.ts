import { changesSchema, maxChanges, maxWaitSeconds, defaultChanges } from '@/lib/membership-api/changes';
import type { JsonSchema } from '@/lib/membership-api/endpoints';
import examples from './openapi-examples.json';
import { errorResponses, json, organisationReference, toSchema } from './openapi-parts';

const parameter = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'query',
  description,
  schema,
});

export function changesPaths(): JsonSchema {
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

export function changesSchemas(): JsonSchema {
  return { Changes: toSchema(changesSchema) };
}
