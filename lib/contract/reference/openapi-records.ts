import type { JsonSchema } from '@/lib/contract/endpoints';
import type { ErrorCode } from '@/lib/contract/errors';
import {
  memberBatchSchema,
  memberResourceSchema,
  memberWriteSchema,
  recordErrorSchema,
} from '@/lib/contract/resources';
import examples from './openapi-examples.json';
import { errorResponses, json, membershipParameter, organisationReference, toSchema } from './openapi-parts';
import { batchItemSchema } from '@/lib/contract/batch';

const list = '/api/v2/organisation/{organisation_id}/members';
const record = `${list}/{MembershipID}`;
const batch = `${list}/batch`;

const common = [
  ...['invalid_request', 'invalid_token', 'insufficient_scope'],
  ...['too_many_requests', 'server_error', 'temporarily_unavailable'],
] as ErrorCode[];
const sending: ErrorCode[] = ['payload_too_large', 'unsupported_media_type', 'idempotency_key_reused'];

/** Keeps the operations that the paths in `listing` already have. */
export function recordPaths(listing: JsonSchema): JsonSchema {
  return {
    [list]: { ...(listing[list] as JsonSchema), post: creation() },
    [batch]: { parameters: [organisationReference], post: batchOfChanges() },
    [record]: {
      parameters: [organisationReference, membershipParameter],
      get: reading(),
      patch: change(),
      delete: removal(),
    },
  };
}

export function recordSchemas(): JsonSchema {
  const input = toInput(toSchema(memberResourceSchema));
  return {
    MemberRecord: toSchema(memberResourceSchema),
    MemberInput: input,
    NewMember: { ...input, required: ['Kind', 'MembershipType', 'ExpiryDate', 'User'] },
    MemberWrite: toSchema(memberWriteSchema),
    MemberBatch: toSchema(memberBatchSchema),
    MemberBatchItem: batchItems(toSchema(batchItemSchema)),
    RecordError: toSchema(recordErrorSchema),
  };
}

function reading(): JsonSchema {
  const schema = { $ref: '#/components/schemas/MemberRecord' };
  return {
    ...operation('v2-member', 'One member record', 'members'),
    responses: {
      200: {
        description: 'The member record.',
        headers: { ETag: header('A strong entity tag of the record.') },
        content: json(schema, examples['v2/members/{MembershipID}']),
      },
      304: { description: 'Not changed since the ETag in If-None-Match.' },
      ...errorResponses([...common, 'not_found']),
    },
  };
}

function creation(): JsonSchema {
  const body = {
    Kind: 'individual',
    MembershipType: { ID: '1' },
    ExpiryDate: '2027-06-30',
    User: { FirstName: 'Ada', LastName: 'Byron', Email: 'ada@members.example' },
  };
  return {
    ...operation('v2-create-member', 'Add a member', 'members:write'),
    description:
      'Kind, MembershipType.ID, ExpiryDate (null for a membership without end) and User are required. User.ID adds a membership for a stored person. A corporate membership needs User.Organisation. Checked and Directory.Listed are false unless given.',
    parameters: writeHeaders,
    requestBody: { required: true, content: json({ $ref: '#/components/schemas/NewMember' }, body) },
    responses: {
      201: {
        ...written('The new member.'),
        headers: { ...writtenHeaders, ...duplicatesHeader, Location: header('Its address.') },
      },
      200: {
        ...written(
          'With Validate-Only: what would be stored. With a repeated key, the status is that of the first.',
        ),
        headers: { ...writtenHeaders, ...duplicatesHeader },
      },
      ...recordErrors([...common, ...sending, 'invalid_record']),
    },
  };
}

function change(): JsonSchema {
  const body = { ExpiryDate: '2028-06-30', User: { Phone: '0491 570 156' } };
  return {
    ...operation('v2-change-member', 'Change a member', 'members:write'),
    description:
      'JSON Merge Patch (RFC 7396). A list replaces the stored list. Fields of User belong to the person and change in all memberships of that person. A read-only field may be sent with its present value.',
    parameters: [ifMatch(true), ...writeHeaders],
    requestBody: {
      required: true,
      content: { 'application/merge-patch+json': { schema: partial, example: body }, ...json(partial, body) },
    },
    responses: {
      200: { ...written('The changed member.'), headers: writtenHeaders },
      ...recordErrors([
        ...common,
        ...sending,
        ...(['not_found', 'invalid_record', 'precondition_failed', 'precondition_required'] as const),
      ]),
    },
  };
}

function removal(): JsonSchema {
  return {
    ...operation('v2-remove-member', 'Remove a membership', 'members:write'),
    description: 'The person is not removed.',
    parameters: [
      {
        name: 'SubMembers',
        in: 'query',
        schema: { enum: ['detach', 'remove'] },
        description:
          'What happens to the memberships that are part of a corporate one. Required if it has any.',
      },
      ifMatch(false),
      ...writeHeaders,
    ],
    responses: {
      200: {
        ...written('The membership is removed. Member is null.'),
        headers: { 'Idempotency-Replayed': writtenHeaders['Idempotency-Replayed'] },
      },
      ...recordErrors([
        ...common,
        ...(['not_found', 'conflict', 'precondition_failed', 'idempotency_key_reused'] as const),
      ]),
    },
  };
}

function batchOfChanges(): JsonSchema {
  const items = { $ref: '#/components/schemas/MemberBatchItem' };
  const body = [
    { Operation: 'change', MembershipID: '1001', IfMatch: '*', Member: { ExpiryDate: '2028-06-30' } },
    { Operation: 'remove', MembershipID: '1002' },
  ];
  return {
    ...operation('v2-change-members', 'Add, change and remove up to 1,000 members', 'members:write'),
    description: [
      'All changes are made, or none. At most 8 MiB. No membership may occur twice. A change cannot refer to a',
      'membership or person that the same batch adds: add a corporate membership first, and its parts in the next request.',
    ].join(' '),
    parameters: writeHeaders,
    requestBody: {
      required: true,
      content: json({ type: 'array', items, minItems: 1, maxItems: 1000 }, body),
    },
    responses: {
      200: {
        description: 'The results, in the order of the changes.',
        headers: { 'Idempotency-Replayed': writtenHeaders['Idempotency-Replayed'], ...duplicatesHeader },
        content: json({ $ref: '#/components/schemas/MemberBatch' }, { Results: [], AlsoChanged: [] }),
      },
      ...recordErrors([...common, ...sending, 'invalid_batch']),
    },
  };
}

const partial = { $ref: '#/components/schemas/MemberInput' };

/** Every field of a record may be left out. An object is merged with the stored one, field by field. */
function toInput(schema: JsonSchema): JsonSchema {
  const left = new Set(['required', 'additionalProperties']);
  const rest: JsonSchema = Object.fromEntries(Object.entries(schema).filter(([name]) => !left.has(name)));
  const within = (value: unknown) => toInput(Object(value) as JsonSchema);
  const { properties, items, anyOf } = rest;
  return {
    ...rest,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(Object(properties) as JsonSchema).map(([name, value]) => [name, within(value)]),
          ),
        }),
    ...(items === undefined ? {} : { items: within(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(within) } : {}),
  };
}

/** The schema that checks a batch reads `Member` later. Here, its type is named. */
function batchItems(schema: JsonSchema): JsonSchema {
  const { oneOf, anyOf } = schema;
  const kinds = (oneOf ?? anyOf) as { properties: JsonSchema }[];
  return {
    oneOf: kinds.map((kind) =>
      'Member' in kind.properties ? { ...kind, properties: { ...kind.properties, Member: partial } } : kind,
    ),
  };
}

const writtenHeaders = {
  ETag: header('The strong entity tag of the record.'),
  'Idempotency-Replayed': header('true: an earlier request with the same key made the change.'),
};
const duplicatesHeader = {
  'Possible-Duplicates': header(
    'Memberships of people who may be the same as a new one, such as `101;email;phone`. With a batch, `change=3` is the index of the change.',
  ),
};

const writeHeaders = [
  inHeader('Validate-Only', 'true: nothing is written; the response shows what would change.'),
  inHeader(
    'Idempotency-Key',
    'A unique text of your own. Within 24 hours, a request with the same key is carried out only once.',
  ),
  inHeader('Change-Reason', 'The reason, for the association’s journal.'),
];

function written(description: string): JsonSchema {
  const example = {
    Member: examples['v2/members/{MembershipID}'],
    Changes: { ExpiryDate: ['2026-06-30', '2027-01-11'] },
    AlsoChanged: [],
  };
  return { description, content: json({ $ref: '#/components/schemas/MemberWrite' }, example) };
}

function recordErrors(codes: readonly ErrorCode[]): JsonSchema {
  const content = json({ $ref: '#/components/schemas/RecordError' });
  return Object.fromEntries(
    Object.entries(errorResponses(codes)).map(([status, response]) => [
      status,
      { ...Object(response), content },
    ]),
  );
}

function operation(operationId: string, summary: string, scope: string): JsonSchema {
  return {
    tags: ['v2'],
    operationId,
    summary,
    description: 'An extension of the contract.',
    security: [{ oauth: [scope] }],
  };
}

function ifMatch(required: boolean): JsonSchema {
  return { ...inHeader('If-Match', 'The ETag of the record that the change is based on, or *.'), required };
}

function inHeader(name: string, description: string): JsonSchema {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

function header(description: string): JsonSchema {
  return { description, schema: { type: 'string' } };
}
