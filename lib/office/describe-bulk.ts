import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import {
  ownCaptionOf,
  findOwnField,
  isOwnField,
  readInput,
  valueOf,
} from '@/lib/contract/fields/office-fields';
import type { Audience } from '@/lib/contract/audiences';
import { bulkActionSchema, bulkSchema, type BulkAction, type OfficeBulk } from '@/lib/contract/office-bulk';
import { mayOfficerAsk } from '@/lib/contract/officer-access';
import { toDecimal } from '@/lib/contract/fields/number-kinds';
import { waitingStandings } from '@/lib/contract/words';
import { readBulkProblems, type BulkRecord } from '@/lib/changes/bulk-changes';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { readDay } from '@/lib/store/day';
import { readMemberRecords } from '@/lib/store/member-records';
import type { MemberRecord, PersonRecord, Structure } from '@/lib/store/schema/records';
import { readStructure, structureNames } from '@/lib/store/structure';
import { compileByIds } from '@/lib/store/sql/prepared-query';
import { bulkListings, bulkSourceText } from '@/lib/messages/office-pages';
import { audienceText } from '@/lib/messages/preferences';
import { say } from '@/lib/messages/say';
import { findKnown, type OfficeAccess, type OfficeServices } from './office-check';

const problemsAtOnce = 100;
const problemsSchema = bulkSchema.shape.Problems.element.shape.Problems;

export function actionOf({ action }: BulkRecord): BulkAction {
  return bulkActionSchema.parse(JSON.parse(action));
}

/** @param after the last membership of the previous page of problems */
export async function describeBulk(
  services: OfficeServices,
  access: OfficeAccess,
  { bulk, after }: { bulk: BulkRecord; after: number },
): Promise<OfficeBulk> {
  const { store } = services;
  const { organisationId } = access;
  const action = actionOf(bulk);
  const limit = problemsAtOnce + 1;
  const found = await readBulkProblems(store.members, organisationId, { bulkId: bulk.id, after, limit });
  const problems = found.slice(0, problemsAtOnce);
  // Since the check, an owner may have changed what officers can edit.
  const isShown = access.officer === null || mayOfficerAsk(access.officer, action);
  const firstIds = bulk.state === 'checked' && isShown ? bulk.firstIds : [];
  const ids = [...new Set([...firstIds, ...problems.map(({ membershipId }) => membershipId)])];
  const all = await readMemberRecords(store.members, organisationId, ids);
  const known = await findKnown(store.members, access, [...new Set(all.map(({ person }) => person.id))]);
  const members = new Map(
    all.filter(({ person }) => known.has(person.id)).map((one) => [one.membership.id, one]),
  );
  const structure = await readStructure(store.members, organisationId);
  return {
    ID: String(bulk.id),
    Action: action,
    State: bulk.state,
    Members: bulk.memberIds.length,
    Done: bulk.done,
    Changed: bulk.changed,
    Unchanged: bulk.unchanged,
    Refused: bulk.refused,
    First: firstIds.flatMap((id) => {
      const member = members.get(id);
      if (member === undefined) return [];
      return [{ ID: String(id), Name: nameOf(member), ...describeChange(action, member, structure) }];
    }),
    Problems: problems.map(({ membershipId, problems: text }) => {
      const member = members.get(membershipId);
      return {
        ID: String(membershipId),
        Name: member === undefined ? null : nameOf(member),
        Problems: isShown ? z.parse(problemsSchema, JSON.parse(text)) : [],
      };
    }),
    NextProblem: found.length > problemsAtOnce ? String(problems.at(-1)?.membershipId ?? 0) : null,
    Ended: action.Do === 'approve' && bulk.state === 'checked' ? await countEnded(services, access, bulk) : 0,
    Run: bulk.runId === null ? null : String(bulk.runId),
  };
}

/** Of those who wait for approval. */
async function countEnded(
  { store, clock }: OfficeServices,
  { organisationId }: OfficeAccess,
  { memberIds }: BulkRecord,
): Promise<number> {
  const day = await readDay(store.members, organisationId, clock());
  const ends = await readWaitingEnds(store.members, organisationId, memberIds);
  return ends.filter(({ expiry_date: last }) => last !== null && last < (day?.today ?? '')).length;
}

const readWaitingEnds = compileByIds((db: Kysely<MembersDatabase>, hasIds) =>
  db
    .selectFrom('membership')
    .select('expiry_date')
    .where(hasIds('id'))
    .where('is_approved', '=', sql.lit(0))
    .where(
      'standing',
      'in',
      waitingStandings.map((one) => sql.lit(one)),
    ),
);

function nameOf({ person, membership }: MemberRecord): string {
  const name = `${person.firstName} ${person.lastName}`.trim();
  return membership.kind === 'corporate' ? person.organisation || name : name || person.organisation;
}

interface Values {
  Before: unknown;
  After: unknown;
}

function describeChange(action: BulkAction, member: MemberRecord, structure: Structure | null): Values {
  const { membership, person } = member;
  const name = (kind: 'type' | 'chapter' | 'category', id: number | string | null) =>
    id === null || structure === null
      ? null
      : structureNames(structure).nameOf(kind, Number(id)) || String(id);
  switch (action.Do) {
    case 'approve':
      return { Before: false, After: true };
    case 'end':
      return { Before: membership.expiryDate, After: action.Date };
    case 'chapter':
      return { Before: name('chapter', membership.chapterId), After: name('chapter', action.Chapter) };
    case 'place': {
      const { suburb, postcode, state, country } = person.address;
      return { Before: null, After: [suburb || postcode, state, country].filter(Boolean).join(', ') };
    }
    case 'invite':
      return { Before: null, After: person.email };
    case 'set':
      return describeField(action, member, name);
  }
}

function describeField(
  { Field: field, Value: value }: Extract<BulkAction, { Do: 'set' }>,
  { membership, person }: { membership: MemberRecord['membership']; person: PersonRecord },
  name: (kind: 'type' | 'category', id: number | string) => string | null,
): Values {
  const categories = membership.categoryIds.map((id) => name('category', id));
  switch (field) {
    case 'MembershipType':
      return { Before: name('type', membership.typeId), After: name('type', value) };
    case 'ExpiryDate':
      return { Before: membership.expiryDate, After: value || null };
    case 'JoiningDate':
      return { Before: membership.joiningDate, After: value || null };
    case 'AmountOutstanding':
      return { Before: toDecimal(membership.amountOutstandingThousandths, 2), After: value };
    case 'Listed':
      return { Before: audienceText[audienceOf(membership)], After: listingText(value) };
    case 'AddCategory':
      return { Before: categories, After: [...categories, name('category', value)] };
    case 'RemoveCategory': {
      const rest = membership.categoryIds.filter((id) => String(id) !== value);
      return { Before: categories, After: rest.map((id) => name('category', id)) };
    }
    case 'State':
      return { Before: person.address.state, After: value };
    case 'Country':
      return { Before: person.address.country, After: value };
    default: {
      const own = findOwnField(field);
      if (own === undefined) return { Before: null, After: value };
      const { kind } = own.field;
      const before = kind.write(valueOf(own, { person, membership }), { nameOf: () => '' });
      return { Before: before, After: readInput(kind, value) };
    }
  }
}

function audienceOf({ isListed, isMembersListed }: MemberRecord['membership']): Audience {
  if (isListed) return 'everybody';
  return isMembersListed ? 'members' : 'office';
}

/** A wrong value is refused with its own words. */
function listingText(value: string): string {
  return new Map(bulkListings).get(value) ?? value;
}

/** The name of the bulk change in the journal. */
export function bulkSource(action: BulkAction, structure: Structure | null): string {
  const name = (kind: 'type' | 'chapter' | 'category', id: string) =>
    (structure === null ? '' : structureNames(structure).nameOf(kind, Number(id))) || id;
  switch (action.Do) {
    case 'approve':
      return bulkSourceText.approve;
    case 'end':
      return say(bulkSourceText.end, { date: action.Date });
    case 'chapter':
      return action.Chapter === null
        ? bulkSourceText.noChapter
        : say(bulkSourceText.chapter, { name: name('chapter', action.Chapter) });
    case 'place':
      return bulkSourceText.place;
    case 'invite':
      return bulkSourceText.invite;
    case 'set': {
      const kind = kinds[action.Field];
      const value = kind === undefined ? action.Value : name(kind, action.Value);
      const { Field: field } = action;
      if (field === 'Listed') return say(bulkSourceText.Listed, { value: listingText(action.Value) });
      if (isOwnField(field)) return say(bulkSourceText.own, { caption: ownCaptionOf(field), value });
      return say(bulkSourceText[field], { value });
    }
  }
}

const kinds: Partial<Record<Extract<BulkAction, { Do: 'set' }>['Field'], 'type' | 'category'>> = {
  MembershipType: 'type',
  AddCategory: 'category',
  RemoveCategory: 'category',
};
