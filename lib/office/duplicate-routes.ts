import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ApiError } from '@/lib/contract/errors';
import type { DuplicateMember, Duplicates } from '@/lib/contract/office-duplicates';
import { QueryParameters } from '@/lib/contract/query-string';
import { listDuplicates, type AlikePair, type AlikePerson } from '@/lib/changes/list-duplicates';
import { noSuchMembership } from '@/lib/changes/refusals';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { DistinctPersonsWriter } from '@/lib/store/distinct-persons';
import { checkOffice, type OfficeRouteServices, writeAs } from './office-check';
import { readBody } from './read-body';

const maxPairs = 100;
const maxBodyBytes = 1024;

/** For each version of the data, the persons are compared once. Requests at the same time share the work. */
const cached = new WeakMap<Store, LRUCache<number, { version: string; pairs: Promise<AlikePair[]> }>>();
const maxCached = 20;

/** GET: pairs of members who may be the same person, those with the most in common first. */
export async function respondWithDuplicates(
  context: Context,
  services: OfficeRouteServices,
): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'listDuplicates');
  const { store, clock } = services;
  new QueryParameters(rawQuery(context), []);
  const day = await readDay(store.members, organisationId, clock());
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  const pairs = await readPairs(store, organisationId, JSON.stringify(day.version));
  const body: Duplicates = {
    Pairs: pairs.slice(0, maxPairs).map(({ persons: [one, other], by }) => {
      return { By: by, Members: [toMember(one), toMember(other)] };
    }),
    Count: pairs.length,
  };
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}

async function readPairs(store: Store, organisationId: number, version: string): Promise<AlikePair[]> {
  const ofStore = cached.get(store) ?? new LRUCache({ max: maxCached });
  cached.set(store, ofStore);
  const known = ofStore.get(organisationId);
  if (known?.version === version) return known.pairs;
  const pairs = listDuplicates(store.members, organisationId);
  ofStore.set(organisationId, { version, pairs });
  pairs.catch(() => ofStore.delete(organisationId));
  return pairs;
}

const membershipId = z.string().regex(/^[1-9]\d{0,14}$/, { error: 'must be the ID of a membership' });
const pairSchema = z.strictObject({ Members: z.tuple([membershipId, membershipId]) });

/** POST: the two are not the same person. The list leaves them out from now on. */
export async function separateMembers(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'separateMembers');
  const { Members } = await readBody(context, pairSchema, { maxBytes: maxBodyBytes });
  await writeAs(context, services, access, async (writer) => {
    const members = await writer.memberships.findMany(Members.map(Number));
    const [one, other] = Members.map((id) => members.get(Number(id))?.person.id);
    if (one === undefined || other === undefined) throw noSuchMembership();
    await writer.part(DistinctPersonsWriter).add(one, other);
  });
  return context.json({}, 200, { 'Cache-Control': 'no-store' });
}

function toMember({ membershipId: id, person }: AlikePerson): DuplicateMember {
  const { firstName, lastName, organisation, email, address } = person;
  return {
    ID: String(id),
    Name: `${firstName} ${lastName}`.trim() || organisation,
    Organisation: organisation,
    Email: email,
    Phone: person.phone || person.mobile || person.workPhone || '',
    Suburb: address.suburb,
  };
}
