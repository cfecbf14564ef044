import type { Context } from 'hono';
import { z } from 'zod';
import { ApiError } from '@/lib/contract/errors';
import { noSuchMembership } from '@/lib/changes/refusals';
import { ErasureError } from '@/lib/privacy/erasure/erasure-error';
import {
  erasePerson,
  planErasure,
  type ErasurePlan,
  type PersonErasure,
} from '@/lib/privacy/erasure/erase-person';
import { toPersonalDataPage } from '@/lib/privacy/personal-data/personal-data-page';
import { readPersonalData } from '@/lib/privacy/personal-data/read-personal-data';
import { journalAccounts } from '@/lib/store/account-journal';
import { byPerson } from '@/lib/store/journal';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import { membershipIdOf, membershipOf } from '@/lib/changes/routes/read-record';
import { readFlag, readReason } from '@/lib/changes/routes/read-request';
import {
  byCaller,
  checkOffice,
  type OfficeRouteServices,
  requireOwnerFor,
  requirePersonOf,
} from './office-check';
import { readBody } from './read-body';

/** GET: a file with all stored data about the person. */
export async function respondWithPersonalData(
  context: Context,
  services: OfficeRouteServices,
): Promise<Response> {
  const access = await checkOffice(context, services, 'readPersonalData');
  const format = readFormat(rawQuery(context));
  const { store, clock, findEmails } = services;
  const { organisationId } = access;
  const personId = await requirePersonOf(services, access, membershipOf(context));
  const now = clock();
  const question = { organisationId, personId, reader: 'office', now } as const;
  const data = await readPersonalData(store, { ...question, ...(findEmails !== null && { findEmails }) });
  if (data === null) throw noSuchMembership();
  await journalAccounts(store.auth, { organisationId, cause: byPerson(access.personId), now }, [
    { kind: 'personal_data', operation: 'made', personId, changes: { Format: [null, format] } },
  ]);
  const isPage = format === 'html';
  return context.body(isPage ? toPersonalDataPage(data) : `${JSON.stringify(data, null, 2)}\n`, 200, {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    'Content-Disposition': `attachment; filename="person-${data.Person.ID}.${format}"`,
    'Cache-Control': 'no-store',
  });
}

const erasureSchema = z.strictObject({
  /** The ID of a membership. Its person becomes the new contact of the erased person's company. */
  NewContact: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, { error: 'must be the ID of a membership' })
    .nullable()
    .default(null),
  /** Erases the person's company too. Its sub-members stay, without a company. */
  WithCompany: z.boolean().default(false),
});

/** POST: with `Validate-Only: true`, nothing is written. */
export async function erasePersonOfMembership(
  context: Context,
  services: OfficeRouteServices,
): Promise<Response> {
  const access = await checkOffice(context, services, 'erasePerson');
  const { store, erasure: erasureServices } = services;
  if (erasureServices === null) throw new ApiError('not_found', 'This server cannot erase anybody');
  const { NewContact, WithCompany: withCompany } = await readBody(context, erasureSchema, { maxBytes });
  if (NewContact !== null && withCompany)
    throw new ApiError('invalid_request', 'Give NewContact or WithCompany, not both');
  const isValidateOnly = readFlag(context, 'Validate-Only');
  const reason = readReason(context);
  const personId = await requirePersonOf(services, access, membershipOf(context));
  // Nobody can erase themselves, so an owner always remains.
  if (personId === access.personId)
    throw new ApiError('conflict', 'You cannot erase yourself: ask another owner');
  await requireOwnerFor(services, access, personId);
  const newContactId =
    NewContact === null ? null : await requirePersonOf(services, access, membershipIdOf(NewContact));
  const { organisationId } = access;
  const erasure: PersonErasure = {
    organisationId,
    personId,
    newContactId,
    withCompany,
    cause: byCaller(access, reason),
  };
  const plan = await planErasure(store, erasure, erasureServices).catch(refuseErasure);
  if (plan === null) throw noSuchMembership();
  if (isValidateOnly) return respond(context, plan, { erasedAt: null, isComplete: false });
  const { tombstone, isComplete, problem } = await erasePerson(store, erasure, erasureServices);
  if (tombstone === null) throw new ApiError('conflict', problem ?? 'The person was not erased');
  return respond(context, plan, { erasedAt: new Date(tombstone.erasedAt), isComplete });
}

function respond(
  context: Context,
  { tombstone, kept, detached }: ErasurePlan,
  { erasedAt, isComplete }: { erasedAt: Date | null; isComplete: boolean },
): Response {
  const body = {
    PersonID: String(tombstone.personId),
    ErasedAt: erasedAt?.toISOString() ?? null,
    Memberships: tombstone.membershipIds.map(String),
    Kept: kept.map(String),
    Detached: detached.map(String),
    Complete: isComplete,
  };
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}

function refuseErasure(error: unknown): never {
  if (!(error instanceof ErasureError)) throw error;
  if (error.company === null) throw new ApiError('conflict', error.message);
  const { company } = error;
  const description = `The person is the contact of ${company}. Say who becomes its contact (NewContact), or erase the company too (WithCompany)`;
  throw new ApiError('conflict', description);
}

function readFormat(query: string): 'html' | 'json' {
  const parameters = new URLSearchParams(query);
  const format = parameters.get('Format') ?? 'json';
  const names = [...parameters.keys()];
  if (names.some((name) => name !== 'Format') || names.length > 1 || !/^(html|json)$/.test(format))
    throw new ApiError('invalid_request', 'The only parameter is Format: json or html');
  return format === 'html' ? 'html' : 'json';
}

const maxBytes = 64 * 1024;
