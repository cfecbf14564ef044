/** Pieces of the OpenAPI description that several of its parts are made of. */
import { z } from 'zod';
import type { JsonSchema } from '@/lib/membership-api/endpoints';
import { errorStatuses, type ErrorCode } from '@/lib/membership-api/errors';

/** The organisation in every path. */
export const organisationParameter = {
  name: 'organisation_id',
  in: 'path',
  required: true,
  schema: { type: 'integer' },
  description: 'Identifies the organisation.',
  example: 100,
};

/** The answers to errors, by status: JSON with one of the codes. */
export function errorResponses(codes: readonly ErrorCode[]): JsonSchema {
  const content = json({ $ref: '#/components/schemas/Error' });
  const named = (status: number) =>
    codes.filter((code) => errorStatuses[code] === status).map((code) => `\`${code}\``);
  const statuses = new Set(codes.map((code) => errorStatuses[code]));
  return Object.fromEntries(
    [...statuses].map((status) => [status, { description: named(status).join(', '), content }]),
  );
}

/** The JSON Schema of a zod schema. */
export function toSchema(schema: z.ZodType): JsonSchema {
  // OpenAPI 3.1 names the dialect of JSON Schema for the whole document.
  const entries = Object.entries(z.toJSONSchema(schema)).filter(([name]) => name !== '$schema');
  return Object.fromEntries(entries);
}

/** A body of JSON. */
export function json(schema: JsonSchema, example?: unknown): JsonSchema {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}
