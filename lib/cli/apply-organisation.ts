import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { newOrganisation } from '@/lib/transfer/import/organisation-defaults';
import type { MembersWriter } from '@/lib/store/members-writer';
import { textKey } from '@/lib/base/text-key';
import { followCountry } from '@/lib/changes/follow-country';
import type { OrganisationFile } from './organisation-file';
import { organisationSettingsSchema } from './organisation-settings';
import { CommandError } from './session';

/** The organisation's settings count as one item. */
export interface Applied {
  created: number;
  updated: number;
  unchanged: number;
}

/**
 * Makes settings and structure match the file. If an item in the file has an ID, the stored item with this ID is
 * changed. If it has no ID, the stored item with the same name is changed. Nothing is removed, because members may
 * refer to it.
 * @throws CommandError when a new organisation has no name, or a type uses an unknown extra
 */
export async function applyOrganisation(
  writer: MembersWriter,
  organisationId: number,
  file: OrganisationFile,
): Promise<Applied> {
  const applied: Applied = { created: 0, updated: 0, unchanged: 0 };
  await putSettings(writer, organisationId, file, applied);
  const put = createPut(writer, applied);
  const structure = requireStructure(writer);
  // Extras are stored before types, because types refer to extras.
  const extras = await put('extra', structure.extras, file.extras, (id, one, before) => ({
    id,
    question: one.question,
    searchName: one.searchName ?? before?.searchName ?? one.question,
    isSearchable: one.searchable ?? before?.isSearchable ?? false,
    isAdminOnly: one.membersOnly === true || (one.adminOnly ?? before?.isAdminOnly ?? false),
    isMembersOnly: one.membersOnly ?? before?.isMembersOnly ?? false,
    isOnCard: one.onCard ?? before?.isOnCard ?? false,
    answerType: one.answerType ?? before?.answerType ?? 0,
    options: one.options ?? before?.options ?? [],
    // If the file lists options, the operator chose them. They are not collected from answers.
    optionsFromAnswers: one.options === undefined ? (before?.optionsFromAnswers ?? []) : [],
  }));
  await writer.structure.putExtras(extras);
  const extraIds = (names: string[] | undefined) => names?.map((name) => requireExtra(writer, name));
  const types = await put('membership_type', structure.types, file.types, (id, one, before) => ({
    ...pricedItem(id, one, before),
    isSearchable: one.searchable ?? before?.isSearchable ?? true,
    isStudent: one.student ?? before?.isStudent ?? false,
    maxSubMembers: one.maxSubMembers ?? before?.maxSubMembers ?? 0,
    hasAnniversaryExpiry: one.anniversaryExpiry ?? before?.hasAnniversaryExpiry ?? false,
    extraIds: (extraIds(one.extras) ?? before?.extraIds ?? []).toSorted((a, b) => a - b),
  }));
  await writer.structure.putMembershipTypes(types);
  const { categories, chapters, addons } = structure;
  await writer.structure.putCategories(
    await put('category', categories, file.categories, (id, one, before) => ({
      id,
      name: one.name,
      description: one.description ?? before?.description ?? '',
    })),
  );
  await writer.structure.putChapters(
    await put('chapter', chapters, file.chapters, (id, one, before) => ({
      id,
      name: one.name,
      contact: one.contact ?? before?.contact ?? '',
    })),
  );
  await writer.structure.putAddons(
    await put('addon', addons, file.addons, (id, one, before) => ({
      ...pricedItem(id, one, before),
      isSearchable: one.searchable ?? before?.isSearchable ?? false,
    })),
  );
  return applied;
}

type Item = { id?: number | undefined } & ({ name: string } | { question: string });

/** Builds the records for the items of a file, and counts the changes. The caller must store the records. */
function createPut(writer: MembersWriter, applied: Applied) {
  return async <R extends Item & { id: number }, F extends Item>(
    table: Parameters<MembersWriter['nextId']>[0],
    known: Map<number, R>,
    items: readonly F[],
    build: (id: number, item: F, before: R | null) => R,
  ): Promise<R[]> => {
    const records = new Map<number, R>();
    for (const item of items) {
      const before = findKnown(known, item);
      if (findKnown(records, item) !== null || records.has(before?.id ?? 0)) {
        throw new CommandError(`"${nameOf(item)}" occurs twice; give each its own ID`);
      }
      const id = before?.id ?? item.id ?? (await writer.nextId(table));
      const record = build(id, item, before);
      records.set(id, record);
      applied[before === null ? 'created' : isDeepStrictEqual(before, record) ? 'unchanged' : 'updated'] += 1;
    }
    return [...records.values()];
  };
}

function findKnown<R extends Item & { id: number }>(known: Map<number, R>, item: Item): R | null {
  if (item.id !== undefined) return known.get(item.id) ?? null;
  return [...known.values()].find((one) => textKey(nameOf(one)) === textKey(nameOf(item))) ?? null;
}

function nameOf(item: Item): string {
  return 'name' in item ? item.name : item.question;
}

interface Priced {
  name: string;
  cost?: number | undefined;
  description?: string | undefined;
  visible?: boolean | undefined;
  gst?: boolean | undefined;
}

function pricedItem(
  id: number,
  item: Priced,
  before: { costThousandths: number; description: string; isVisible: boolean; hasGst: boolean } | null,
) {
  return {
    id,
    name: item.name,
    costThousandths: item.cost ?? before?.costThousandths ?? 0,
    description: item.description ?? before?.description ?? '',
    isVisible: item.visible ?? before?.isVisible ?? true,
    hasGst: item.gst ?? before?.hasGst ?? false,
  };
}

const givenSettingsSchema = z.object(organisationSettingsSchema.partial().shape);

async function putSettings(
  writer: MembersWriter,
  id: number,
  file: OrganisationFile,
  applied: Applied,
): Promise<void> {
  const settings = givenSettingsSchema.parse(file);
  const before = writer.structure.current?.organisation ?? null;
  if (before === null && file.name === undefined) {
    throw new CommandError(`name: is required, because there is no organisation ${id} yet`);
  }
  const { name = '', timeZone = null, country = null, currency = null } = file;
  const base =
    before ?? newOrganisation({ id, name, timeZone, country, currency, isDirectoryOpen: true }, new Map());
  const record = followCountry(
    { ...base, ...settings },
    { before: base, isCurrencyGiven: settings.currency !== undefined },
  );
  applied[before === null ? 'created' : isDeepStrictEqual(before, record) ? 'unchanged' : 'updated'] += 1;
  await writer.structure.putOrganisation(record);
}

function requireStructure({ structure: { current: structure } }: MembersWriter) {
  if (structure === null) throw new Error('the organisation must be written before its structure');
  return structure;
}

function requireExtra(writer: MembersWriter, name: string): number {
  const extra = findKnown(requireStructure(writer).extras, { question: name });
  if (extra === null) throw new CommandError(`types: there is no extra with the question "${name}"`);
  return extra.id;
}
