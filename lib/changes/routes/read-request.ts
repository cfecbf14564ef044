import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import type { IdempotencyKey } from '@/lib/store/idempotency-keys';
import { readBody } from '@/lib/sign-in/oauth/parameters';

export interface WriteOptions {
  isValidateOnly: boolean;
  reason: string | null;
  key: IdempotencyKey | null;
}

const maxReason = 500;
const maxDepth = 20;

/** @param body as it was sent */
export function readOptions(context: Context, body: string, clientId: string): WriteOptions {
  return {
    isValidateOnly: readFlag(context, 'Validate-Only'),
    reason: readReason(context),
    key: readKey(context, body, clientId),
  };
}

/**
 * The body must be JSON of one of these media types.
 * @throws ApiError 400, 413 or 415
 */
export async function readJson(
  context: Context,
  { types, maxBytes }: { types: readonly string[]; maxBytes: number },
): Promise<{ text: string; json: unknown }> {
  const type = (context.req.header('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type)) {
    const headers = { [context.req.method === 'PATCH' ? 'Accept-Patch' : 'Accept']: types.join(', ') };
    throw new ApiError('unsupported_media_type', `The Content-Type must be ${types.join(' or ')}`, headers);
  }
  const text = await readBody(context.req.raw, maxBytes);
  const json = parse(text);
  if (!isShallow(json, maxDepth)) {
    throw new ApiError('invalid_request', `The body must have at most ${maxDepth} levels`);
  }
  return { text, json };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('invalid_request', 'The body must be JSON');
  }
}

/** Comparing deeper values would overflow the stack. */
function isShallow(json: unknown, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return true;
  return levels > 0 && Object.values(json).every((value) => isShallow(value, levels - 1));
}

/** A missing header is false. */
export function readFlag(context: Context, name: string): boolean {
  const value = context.req.header(name)?.trim().toLowerCase() ?? 'false';
  if (value === 'true' || value === 'false') return value === 'true';
  throw new ApiError('invalid_request', `${name} must be true or false`);
}

/** Reads the reason that the journal records. Returns null if the request gives no reason. */
export function readReason(context: Context): string | null {
  const header = context.req.header('Change-Reason')?.trim() ?? '';
  // Header values arrive as Latin-1, but clients send UTF-8.
  const reason = Buffer.from(header, 'latin1').toString('utf8');
  if (reason.length <= maxReason) return reason === '' ? null : reason;
  throw new ApiError('invalid_request', `Change-Reason must be at most ${maxReason} characters long`);
}

function readKey(context: Context, body: string, clientId: string): IdempotencyKey | null {
  const key = context.req.header('Idempotency-Key');
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new ApiError('invalid_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters');
  }
  const { method, url, raw } = context.req;
  const identity = [method, new URL(url).pathname, new URL(url).search, raw.headers.get('If-Match'), body];
  return { clientId, key, request: hash('sha256', JSON.stringify(identity), 'base64url') };
}
