import { z } from 'zod';
import type { JsonSchema } from '@/lib/contract/endpoints';
import { errorStatuses, type ErrorCode } from '@/lib/contract/errors';

export const organisationReference = { $ref: '#/components/parameters/organisation' };

export const membershipParameter = {
  name: 'MembershipID',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'The ID of the membership.',
};

/**
 * The ID of the demonstration's organisation. The examples in the API description contain this ID, unless `describeApi`
 * gets another ID.
 */
export const exampleOrganisation = 100;

/** `example`: the organisation of this server's directory. */
export const organisationParameter = (example: number) => ({
  name: 'organisation_id',
  in: 'path',
  required: true,
  schema: { type: 'integer' },
  description: 'Identifies the organisation.',
  example,
});

/** `lib/server/refusals.ts` refuses these requests before they reach an endpoint. */
const refused = {
  417: '`invalid_request`: the Expect header is not 100-continue.',
  431: '`invalid_request`: the address and headers are longer than 16 kB.',
};
const refusedForm: Record<number, string> = { 415: '`invalid_request`: the body has a Content-Encoding.' };

/** The keys of the result are HTTP statuses. `hasForm` means that the request has a body. */
export function errorResponses(codes: readonly ErrorCode[], { hasForm = false } = {}): JsonSchema {
  const content = json({ $ref: '#/components/schemas/Error' });
  const named = (status: number) =>
    codes.filter((code) => errorStatuses[code] === status).map((code) => `\`${code}\``);
  const statuses = new Set(codes.map((code) => errorStatuses[code]));
  const described: Record<number, string> = {
    ...Object.fromEntries([...statuses].map((status) => [status, named(status).join(', ')])),
    ...refused,
    ...(hasForm ? refusedForm : {}),
  };
  return Object.fromEntries(
    Object.entries(described).map(([status, description]) => [status, { description, content }]),
  );
}

export function toSchema(schema: z.ZodType): JsonSchema {
  // `$schema` is left out, because OpenAPI 3.1 names the dialect of JSON Schema for the whole document.
  const entries = Object.entries(z.toJSONSchema(schema)).filter(([name]) => name !== '$schema');
  return Object.fromEntries(entries);
}

export function json(schema: JsonSchema, example?: unknown): JsonSchema {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}
