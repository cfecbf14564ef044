/** Checks every response of the API against its description. */
import { isDeepStrictEqual } from 'node:util';
import { changesSchema } from '@/lib/contract/changes';
import {
  cardCodeResponseSchema,
  cardGenerationResponseSchema,
  cardHoldersSchema,
  cardKeySchema,
} from '@/lib/contract/cards';
import { endpoints, type JsonSchema } from '@/lib/contract/endpoints';
import { errorStatuses } from '@/lib/contract/errors';
import {
  errorBodySchema,
  memberBatchSchema,
  memberResourceSchema,
  memberWriteSchema,
  recordErrorSchema,
  tokenResponseSchema,
} from '@/lib/contract/resources';
import { z } from 'zod';
import { describeApi } from '@/lib/contract/reference/openapi';
import { lookUp } from '@/lib/base/look-up';

interface Described {
  content?: { 'application/json': { schema: JsonSchema } };
  headers?: object;
}
interface Operation {
  responses?: Record<string, Described>;
}
type Operations = Record<string, Record<string, Operation>>;
// `describeApi` returns paths of operations, but its type is plain JSON.
const paths = describeApi('https://members.example').paths as Operations;

const recordPath = 'members/{MembershipID}';
const generationPath = 'cards/memberships/{MembershipID}';
const codePath = `${generationPath}/code`;
const holderPath = 'cards/codes/{Code}';

const openidPaths = ['jwks', '.well-known/openid-configuration'];

/** These statuses depend only on the path or the method, so no operation lists them. */
const everywhere = [404, 405];

/**
 * Checks an uncompressed JSON response. The description must list its status for the operation. The body must fit the
 * schema and have no other fields. An error must have one of the codes that the description lists for the status.
 * @throws Error that says what differs from the description
 */
export async function checkDocumented(
  request: { method: string; path: string },
  response: Response,
): Promise<void> {
  const isJson = response.headers.get('Content-Type') === 'application/json';
  if (!request.path.startsWith('/api/v') || !isJson || request.method === 'HEAD') return;
  if (response.status === 304 || response.headers.has('Content-Encoding')) return;
  const [, version, path] = /^\/api\/(v[12])\/organisation\/[^/]+\/([^?]*)/.exec(request.path) ?? [];
  // docs/office.md and docs/sign-in.md describe these endpoints, and their tests compare whole responses.
  if (path?.startsWith('office/') || path?.startsWith('user/')) return;
  // OpenID Connect describes these endpoints.
  if (path !== undefined && openidPaths.includes(path)) return;
  const name = path
    ?.replace(/^members\/(?!batch$)[^/]+$/, recordPath)
    .replace(/^cards\/memberships\/[^/]+$/, generationPath)
    .replace(/^cards\/memberships\/[^/]+\/code$/, codePath)
    .replace(/^cards\/codes\/[^/]+$/, holderPath);
  const operations = lookUp(paths, `/api/${version}/organisation/{organisation_id}/${name}`) ?? {};
  // The user's endpoint and userinfo are described under GET and also handle POST.
  const operation =
    lookUp(operations, request.method.toLowerCase()) ?? operations['post'] ?? operations['get'];
  const body: unknown = await response.clone().json();
  const { status } = response;
  const isWritten = name?.startsWith('members') && request.method !== 'GET';
  if (status === 200 || status === 201) {
    const written = name === 'members/batch' ? memberBatchSchema : memberWriteSchema;
    const described = name === 'userinfo' || name === 'introspect' ? closedSchema(operation) : null;
    checkShape(described ?? (isWritten ? written : schemaOf(version, name)), body, request.path);
  } else {
    const { error } = checkShape(isWritten ? recordErrorSchema : errorBodySchema, body, request.path);
    const expected = lookUp<number>(errorStatuses, error);
    if (expected !== status) throw new Error(`${request.path}: ${error} came with ${status}`);
  }
  const listed = lookUp(operation?.responses ?? {}, String(status));
  if (listed === undefined && !everywhere.includes(status))
    throw new Error(`${request.method} ${request.path}: the description has no answer ${status}`);
  const replayed = 'Idempotency-Replayed';
  if (response.headers.has(replayed) && !(replayed in (listed?.headers ?? {})))
    throw new Error(`${request.method} ${request.path}: the description has no header ${replayed}`);
}

/** What the description says about the body with status 200, without other fields. */
function closedSchema(operation: Operation | undefined): z.ZodType {
  const schema = operation?.responses?.['200']?.content?.['application/json'].schema;
  return z.fromJSONSchema({ ...schema, additionalProperties: false });
}

function schemaOf(version: string | undefined, name: string | undefined): z.ZodType {
  const endpoint = endpoints.find((one) => one.version === version && one.path === name);
  if (name === 'revoke') return z.object({});
  if (name === recordPath) return memberResourceSchema;
  if (name === 'changes') return changesSchema;
  if (name === 'cards/keys') return cardKeySchema.array();
  if (name === generationPath) return cardGenerationResponseSchema;
  if (name === codePath) return cardCodeResponseSchema;
  if (name === holderPath) return cardHoldersSchema;
  if (endpoint === undefined) return tokenResponseSchema;
  return endpoint.isList ? endpoint.resource.schema.array() : endpoint.resource.schema;
}

/**
 * Parsing removes fields that the schema does not have. If the result equals the body, the body has only the schema's
 * fields.
 */
function checkShape<T>(schema: z.ZodType<T>, body: unknown, path: string): T {
  const parsed = schema.parse(body);
  if (!isDeepStrictEqual(parsed, body)) throw new Error(`${path}: the answer has what its schema has not`);
  return parsed;
}
