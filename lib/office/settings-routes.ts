import type { Context } from 'hono';
import { tagOfJson } from '@/lib/base/http/entity-tag';
import { respondWith, toRepresentation } from '@/lib/base/http/representation';
import { lookUp } from '@/lib/base/look-up';
import { ApiError } from '@/lib/contract/errors';
import { field, findProblems, writeRecord, type Fields } from '@/lib/contract/fields/field';
import { organisationFields } from '@/lib/contract/fields/organisation';
import { readPartial } from '@/lib/contract/fields/read-partial';
import {
  addonFields,
  categoryFields,
  chapterFields,
  maxCardQuestions,
  membershipTypeFields,
  officeExtraFields,
} from '@/lib/contract/fields/structure';
import { followCountry } from '@/lib/changes/follow-country';
import { invalidRecord, toRefusal } from '@/lib/changes/refusals';
import { enteredLogoUrl } from '@/lib/changes/valid-organisation';
import { removeItem as removeStoredItem } from '@/lib/changes/remove-item';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { UsedItem } from '@/lib/store/remove-items';
import type { Structure } from '@/lib/store/schema/records';
import { readStructure, structureNames } from '@/lib/store/structure';
import type { StructureTable } from '@/lib/store/schema/members-schema';
import { membershipIdOf } from '@/lib/changes/routes/read-record';
import { readJson } from '@/lib/changes/routes/read-request';
import { checkOffice, type OfficeRouteServices, writeAs } from './office-check';
import { readTypedFields } from './read-typed';

type StoredItem = { id: number };

interface ItemKind {
  /** The name of the list in the response to GET. */
  list: string;
  /** The fields of an item without its ID. */
  fields: Fields;
  of: (structure: Structure) => ReadonlyMap<number, StoredItem>;
  /** The values of a new item. Other fields are empty. */
  usual: Record<string, unknown>;
  put: (writer: MembersWriter, record: never) => Promise<void>;
  table: StructureTable;
  removable: UsedItem;
}

const settingFields = { ...withoutId(organisationFields), LogoURL: field('logoUrl', enteredLogoUrl) };

/** The keys are the names of the lists in the path. */
const itemKinds = new Map<string, ItemKind>([
  [
    'types',
    {
      list: 'MembershipTypes',
      fields: withoutId(membershipTypeFields),
      of: ({ types }) => types,
      usual: { isVisible: true, isSearchable: true },
      put: (writer, record) => writer.structure.putMembershipTypes([record]),
      table: 'membership_type',
      removable: 'type',
    },
  ],
  [
    'categories',
    {
      list: 'Categories',
      fields: withoutId(categoryFields),
      of: ({ categories }) => categories,
      usual: {},
      put: (writer, record) => writer.structure.putCategories([record]),
      table: 'category',
      removable: 'category',
    },
  ],
  [
    'chapters',
    {
      list: 'Chapters',
      fields: withoutId(chapterFields),
      of: ({ chapters }) => chapters,
      usual: {},
      put: (writer, record) => writer.structure.putChapters([record]),
      table: 'chapter',
      removable: 'chapter',
    },
  ],
  [
    'addons',
    {
      list: 'Addons',
      fields: withoutId(addonFields),
      of: ({ addons }) => addons,
      usual: { isVisible: true },
      put: (writer, record) => writer.structure.putAddons([record]),
      table: 'addon',
      removable: 'addon',
    },
  ],
  [
    'extras',
    {
      list: 'Extras',
      fields: withoutId(officeExtraFields),
      of: ({ extras }) => extras,
      usual: { optionsFromAnswers: [] },
      put: (writer, record) => writer.structure.putExtras([record]),
      table: 'extra',
      removable: 'extra',
    },
  ],
]);

export async function readSettings(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'readSettings');
  const structure = await readStructure(services.store.members, organisationId);
  if (structure === null) throw new Error('the organisation of the token does not exist');
  const lists = [...itemKinds.values()].map((kind) => [
    kind.list,
    [...kind.of(structure).values()].map((record) => itemJson(kind, record, structure)),
  ]);
  const body = Buffer.from(
    JSON.stringify({ Settings: settingsJson(structure), ...Object.fromEntries(lists) }),
  );
  const headers = { 'Content-Type': 'application/json', ...noStore };
  return respondWith(context, toRepresentation({ headers, etag: tagOf(structure), body }));
}

export async function changeSettings(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'changeSettings');
  const patch = await readPatch(context);
  const settings = await writeAs(context, services, access, async (writer) => {
    const structure = structureOf(writer);
    requireUnchanged(context, structure);
    const before = structure.organisation;
    const changed = refusing(() =>
      readPartial(settingFields, patch, {
        stored: before,
        served: settingsJson(structure),
        hasReferred: null,
      }),
    );
    const isCurrencyGiven = Object.hasOwn(Object(patch) as object, 'Currency');
    const record = followCountry({ ...before, ...changed }, { before, isCurrencyGiven });
    const missing = await writer.pictures.missing(record);
    if (missing.length > 0)
      throw invalidRecord(
        missing.map((path) => ({ path, value: '', reason: 'must name a picture that was uploaded' })),
      );
    await writer.structure.putOrganisation(record);
    return settingsJson(structureOf(writer));
  });
  return context.json(settings, 200, noStore);
}

export async function addItem(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addItem');
  const kind = kindOf(context);
  const sent = await readJson(context, { types: ['application/json'], maxBytes });
  const body = await readTypedFields(services, access, sent.json);
  const item = await writeAs(context, services, access, async (writer) => {
    const blank = { ...blankOf(kind.fields), ...kind.usual };
    const record = { ...merge(writer, kind, { stored: blank, patch: body }), id: 0 };
    return put(writer, kind, { ...record, id: await writer.nextId(kind.table) });
  });
  return context.json(item, 201, noStore);
}

export async function changeItem(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'changeItem');
  const kind = kindOf(context);
  const patch = await readTypedFields(services, access, await readPatch(context));
  const item = await writeAs(context, services, access, async (writer) => {
    requireUnchanged(context, structureOf(writer));
    const stored = requireItem(context, kind, structureOf(writer));
    return put(writer, kind, { ...merge(writer, kind, { stored, patch }), id: stored.id });
  });
  return context.json(item, 200, noStore);
}

/**
 * DELETE: an item that is used needs `ReplaceWith=ID` (a type) or `TakeAway=true` (a category, chapter, addon or
 * extra). Otherwise the response is 409 and says what uses the item.
 */
export async function removeItem(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'removeItem');
  const kind = kindOf(context);
  const { ReplaceWith: other = '', TakeAway: takeAway = 'false' } = context.req.query();
  const replaceWith = other === '' ? null : membershipIdOf(other);
  const memberships = await writeAs(context, services, access, async (writer) => {
    const { id } = requireItem(context, kind, structureOf(writer));
    if (other !== '') requireOther(kind, { id, replaceWith }, structureOf(writer));
    const removed = await removeStoredItem(writer, {
      item: kind.removable,
      id,
      replaceWith,
      takesAway: kind.removable !== 'type' && takeAway === 'true',
    });
    if (!removed.isRemoved) throw inUse(removed.uses);
    return removed.memberships;
  });
  return context.json({ Memberships: memberships }, 200, noStore);
}

function inUse(uses: string): ApiError {
  return new ApiError('conflict', `It is in use: ${uses}`, {}, { Uses: uses });
}

function requireOther(
  kind: ItemKind,
  { id, replaceWith }: { id: number; replaceWith: number | null },
  structure: Structure,
): void {
  const isType = kind.removable === 'type' && replaceWith !== null && kind.of(structure).has(replaceWith);
  if (isType && replaceWith !== id) return;
  throw new ApiError('invalid_request', '"ReplaceWith" must be the ID of another membership type');
}

/** @throws ApiError that names every invalid field */
function merge(
  writer: MembersWriter,
  { fields }: ItemKind,
  { stored, patch }: { stored: object; patch: unknown },
): Record<string, unknown> {
  const structure = structureOf(writer);
  // Each table has other keys in its records, so the type here allows any key.
  const before = stored as Record<string, unknown>;
  const changed = refusing(() =>
    readPartial(fields, patch, {
      stored: before as never,
      served: writeRecord(fields, before as never, structureNames(structure)),
      hasReferred: (to, id) => to === 'extra' && structure.extras.has(id),
    }),
  );
  const record = { ...before, ...changed };
  const problems = findProblems(fields, record as never);
  if (lookUp(record, 'isMembersOnly') === true && lookUp(record, 'isAdminOnly') !== true)
    problems.push({ path: 'MembersOnly', value: 'true', reason: 'must be false if "AdminOnly" is false' });
  if (lookUp(record, 'isOnCard') === true && hasFullCards(structure, before))
    problems.push({
      path: 'OnCard',
      value: 'true',
      reason: `must be false: cards show at most ${maxCardQuestions} questions, and others are chosen`,
    });
  if (problems.length > 0) throw invalidRecord(problems);
  return record;
}

function hasFullCards({ extras }: Structure, { id }: Record<string, unknown>): boolean {
  const others = [...extras.values()].filter((extra) => extra.isOnCard && extra.id !== id);
  return others.length >= maxCardQuestions;
}

/** @throws ApiError that names every invalid field */
function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw toRefusal(error);
  }
}

async function put(
  writer: MembersWriter,
  kind: ItemKind,
  record: Record<string, unknown> & StoredItem,
): Promise<unknown> {
  await kind.put(writer, record as never);
  return itemJson(kind, record, structureOf(writer));
}

function itemJson({ fields }: ItemKind, record: StoredItem, structure: Structure) {
  return { ID: String(record.id), ...writeRecord(fields, record as never, structureNames(structure)) };
}

/** The tag of all settings and items. It prevents people from overwriting values that they have not seen. */
function tagOf(structure: Structure): string {
  const lists = [...itemKinds.values()].map(({ of }) => [...of(structure).values()]);
  return tagOfJson([structure.organisation, ...lists], 27);
}

/** @throws ApiError 412 if the request has `If-Match`, and the settings have changed since they were read */
function requireUnchanged(context: Context, structure: Structure): void {
  const tag = context.req.header('If-Match');
  if (tag === undefined || tag === '*' || tag === tagOf(structure)) return;
  const text = 'The settings were changed since they were read. Read them again, and repeat the change';
  throw new ApiError('precondition_failed', text, { ETag: tagOf(structure) });
}

function settingsJson(structure: Structure) {
  return writeRecord(settingFields, structure.organisation, structureNames(structure));
}

function withoutId<F extends Fields & { ID: unknown }>(fields: F): Omit<F, 'ID'> {
  // The cast is safe, because all fields except `ID` are copied.
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'ID')) as Omit<F, 'ID'>;
}

/** A record whose fields are all empty. */
function blankOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.values(fields).flatMap((one) => ('kind' in one ? [[one.key, one.kind.blank]] : [])),
  );
}

function kindOf(context: Context): ItemKind {
  const kind = itemKinds.get(context.req.param('items') ?? '');
  if (kind !== undefined) return kind;
  throw new ApiError('not_found', `There is no such list. The lists are ${[...itemKinds.keys()].join(', ')}`);
}

function requireItem(context: Context, kind: ItemKind, structure: Structure): StoredItem {
  const item = kind.of(structure).get(membershipIdOf(context.req.param('item') ?? '') ?? 0);
  if (item !== undefined) return item;
  throw new ApiError('not_found', `There is nothing with this ID in ${kind.list}`);
}

function structureOf({ structure: { current: structure } }: MembersWriter): Structure {
  if (structure === null) throw new Error('the organisation of the token does not exist');
  return structure;
}

async function readPatch(context: Context): Promise<unknown> {
  const types = ['application/merge-patch+json', 'application/json'];
  return (await readJson(context, { types, maxBytes })).json;
}

const maxBytes = 256 * 1024;
const noStore = { 'Cache-Control': 'no-store' };
