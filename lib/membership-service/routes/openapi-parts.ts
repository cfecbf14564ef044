/** Pieces that several parts of the OpenAPI description use. */
import { z } from 'zod';
import type { JsonSchema } from '@/lib/membership-api/endpoints';
import { errorStatuses, type ErrorCode } from '@/lib/membership-api/errors';

/** The organisation in every path. */
/** For paths that contain the organisation. */
export const organisationReference = { $ref: '#/components/parameters/organisation' };

/** For a description without a server: the demonstration. */
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

/** The responses to errors, by status: JSON with one of the codes. */
export function errorResponses(codes: readonly ErrorCode[]): JsonSchema {
  const content = json({ $ref: '#/components/schemas/Error' });
  const named = (status: number) =>
    codes.filter((code) => errorStatuses[code] === status).map((code) => `\`${code}\``);
  const statuses = new Set(codes.map((code) => errorStatuses[code]));
  return Object.fromEntries(
    [...statuses].map((status) => [status, { description: named(status).join(', '), content }]),
  );
}

export function toSchema(schema: z.ZodType): JsonSchema {
  // OpenAPI 3.1 names the dialect of JSON Schema for the whole document.
  const entries = Object.entries(z.toJSONSchema(schema)).filter(([name]) => name !== '$schema');
  return Object.fromEntries(entries);
}

export function json(schema: JsonSchema, example?: unknown): JsonSchema {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}
