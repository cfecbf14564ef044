/** The path items of single member records, an extension of the contract. */
import type { JsonSchema } from '@/lib/membership-api/endpoints';
import { memberResourceSchema } from '@/lib/membership-api/resources';
import examples from './openapi-examples.json';
import { errorResponses, json, membershipParameter, organisationReference, toSchema } from './openapi-parts';

/** By path. */
export function recordPaths(): JsonSchema {
  return {
    '/api/v2/organisation/{organisation_id}/members/{MembershipID}': {
      parameters: [organisationReference, membershipParameter],
      get: {
        tags: ['v2'],
        operationId: 'v2-member',
        summary: 'One member record',
        description: 'An extension of the contract.',
        security: [{ oauth: ['members'] }],
        responses: {
          200: {
            description: 'The member record.',
            headers: {
              ETag: { description: 'A strong entity tag of the record.', schema: { type: 'string' } },
            },
            content: json(
              { $ref: '#/components/schemas/MemberRecord' },
              examples['v2/members/{MembershipID}'],
            ),
          },
          304: { description: 'Not changed since the ETag in If-None-Match.' },
          ...errorResponses([
            ...(['invalid_request', 'invalid_token', 'insufficient_scope', 'not_found'] as const),
            ...(['too_many_requests', 'server_error', 'temporarily_unavailable'] as const),
          ]),
        },
      },
    },
  };
}

/** By name. */
export function recordSchemas(): JsonSchema {
  return { MemberRecord: toSchema(memberResourceSchema) };
}
