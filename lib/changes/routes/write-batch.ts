import type { Context } from 'hono';
import type { z } from 'zod';
import { lookUp } from '@/lib/base/look-up';
import { batchItemSchema } from '@/lib/contract/batch';
import { ApiError } from '@/lib/contract/errors';
import { membershipIdOf } from './read-record';
import type { MemberChange } from '@/lib/changes/member-change';
import { RefusedChanges } from '@/lib/changes/plan-changes';
import { invalidRecord, Refusals } from '@/lib/changes/refusals';
import { readJson } from './read-request';
import {
  checkWriter,
  describeChange,
  duplicatesHeader,
  refuseQuery,
  writeChanges,
  type WriteServices,
} from './write-record';

const maxBatchBytes = 8 * 1024 * 1024;
const maxItems = 1000;

/** POST of up to 1,000 changes: all are made, or none. */
export async function writeBatch(context: Context, services: WriteServices): Promise<Response> {
  const access = await checkWriter(context, services);
  refuseQuery(context);
  const body = await readJson(context, { types: ['application/json'], maxBytes: maxBatchBytes });
  if (!Array.isArray(body.json) || body.json.length === 0 || body.json.length > maxItems) {
    throw new ApiError('invalid_request', `The body must be a list of 1 to ${maxItems} changes`);
  }
  const changes = readItems(body.json);
  const result = await writeChanges(context, services, {
    access,
    text: body.text,
    changes,
    status: 200,
  }).catch((error: unknown) => {
    throw error instanceof RefusedChanges ? invalidBatch(error.refused) : error;
  });
  const results = result.changes.map((made) => ({
    ID: String(made.membershipId),
    ETag: made.after?.etag ?? null,
    ...describeChange(made),
  }));
  const headers = {
    'Cache-Control': 'no-store',
    ...(result.isRepeated ? { 'Idempotency-Replayed': 'true' } : {}),
    ...duplicatesHeader(result),
  };
  return context.json({ Results: results, AlsoChanged: result.alsoChanged.map(String) }, 200, headers);
}

function readItems(items: unknown[]): MemberChange[] {
  const refusals = new Refusals();
  const changes: MemberChange[] = [];
  for (const [index, item] of items.entries()) {
    const read = batchItemSchema.safeParse(item);
    if (read.success) changes.push(toChange(read.data));
    else {
      const problems = read.error.issues.flatMap((issue) => toProblems(issue, item));
      refusals.add(index, invalidRecord(problems));
      if (refusals.isFull) break;
    }
  }
  if (refusals.byIndex.size > 0) throw invalidBatch(refusals.byIndex);
  return changes;
}

function toProblems(issue: z.core.$ZodIssue, item: unknown) {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((path) => ({ path, value: '', reason: 'is not a known field' }));
  }
  const path = issue.path.join('.');
  // If `Operation` is missing, the reason is the schema's message, not "is missing". The schema's message names the
  // possible operations.
  const isMissing = path !== 'Operation' && path !== '' && lookUp(Object(item), path) === undefined;
  return [{ path, value: '', reason: isMissing ? 'is missing' : issue.message }];
}

function toChange(item: z.infer<typeof batchItemSchema>): MemberChange {
  if (item.Operation === 'create') return { operation: 'create', body: item.Member };
  const of = { membershipId: membershipIdOf(item.MembershipID), ifMatch: item.IfMatch ?? null };
  return item.Operation === 'change'
    ? { operation: 'change', ...of, body: item.Member }
    : { operation: 'remove', ...of, subMembers: item.SubMembers ?? null };
}

/**
 * Nothing of the batch was written. `items` has the error of each wrong change, as the endpoint for a single change
 * would give it.
 */
export function invalidBatch(refused: ReadonlyMap<number, ApiError>): ApiError {
  const items = [...refused].map(([item, { code, description, details }]) => ({
    item,
    error: code,
    error_description: description,
    ...details,
  }));
  const count = items.length === 1 ? 'One change is' : `${items.length} changes are`;
  const description = `${count} refused, so nothing was changed. See items for the reasons`;
  return new ApiError('invalid_batch', description, {}, { items });
}
