import type { Context } from 'hono';
import type { z } from 'zod';
import { invalidRecord } from '@/lib/changes/refusals';
import { readJson } from '@/lib/changes/routes/read-request';

/** @throws ApiError as `readJson` does, or naming every wrong field */
export async function readBody<T extends z.ZodType>(
  context: Context,
  schema: T,
  { maxBytes, types = ['application/json'] }: { maxBytes: number; types?: readonly string[] },
): Promise<z.infer<T>> {
  const { json } = await readJson(context, { types, maxBytes });
  const body = schema.safeParse(json);
  if (body.success) return body.data;
  throw invalidRecord(
    body.error.issues.map(({ path, message }) => ({ path: path.join('.'), value: '', reason: message })),
  );
}
