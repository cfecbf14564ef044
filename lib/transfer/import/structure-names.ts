import { toLine } from '@/lib/contract/fields/text-kinds';
import { textKey } from '@/lib/base/text-key';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { ExtraRecord, Structure } from '@/lib/store/schema/records';
import { choicesOf, type AnswerSurvey, type Survey, type SurveyedName } from './survey';

export interface StructureNames {
  /**
   * Finds the type with this name. Case and accents do not matter. `before` is the ID of the member's type so far. If
   * several types have the name, and `before` is one of them, returns `before`. null: no type has the name. `chapter`
   * and `addon` do the same.
   */
  type(name: string, before: number): number | null;
  chapter(name: string, before: number | null): number | null;
  addon(name: string, before: number | null): number | null;
  /**
   * Returns IDs in ascending order. If the categories in `before` have exactly these names, returns the IDs in
   * `before`.
   */
  categories(names: readonly string[], before: readonly number[]): number[];
  /** The keys are the questions, with the wording of the file. */
  extras: Map<string, ColumnExtra>;
}

export interface ColumnExtra {
  id: number;
  answerType: number;
  /** The keys are names as `textKey` returns them. */
  options: Map<string, string>;
}

/**
 * Creates the items that the file names and the organisation lacks. New types are searchable and visible, and new
 * addons are visible. Only the office sees the answers to new extras, unless the extra is in `searchableExtras`.
 */
export async function ensureStructure(
  writer: MembersWriter,
  survey: Survey,
  { searchableExtras }: { searchableExtras: readonly string[] },
): Promise<StructureNames> {
  const known = writer.structure.current;
  if (known === null) throw new Error('the organisation must be written before its structure');
  const { types, categories, chapters, addons } = known;
  const missing = (records: Map<number, { name: string }>, names: Map<string, SurveyedName>) => {
    const have = new Set([...records.values()].map(({ name }) => textKey(name)));
    return [...names].filter(([key]) => !have.has(key)).map(([, { name }]) => name);
  };
  await writer.structure.putMembershipTypes(
    await numbered(missing(types, survey.types), () => writer.nextId('membership_type'), newType),
  );
  await writer.structure.putCategories(
    await numbered(missing(categories, survey.categories), () => writer.nextId('category'), newCategory),
  );
  await writer.structure.putChapters(
    await numbered(missing(chapters, survey.chapters), () => writer.nextId('chapter'), newChapter),
  );
  await writer.structure.putAddons(
    await numbered(missing(addons, survey.addons), () => writer.nextId('addon'), newAddon),
  );
  const extras = await ensureExtras(writer, survey, searchableExtras);
  return {
    type: createFinder(types),
    chapter: createFinder(chapters),
    addon: createFinder(addons),
    categories: createListFinder(categories),
    extras,
  };
}

type NamedRecords = Map<number, { id: number; name: string }>;

function createFinder(records: NamedRecords) {
  const ids = new Map([...records.values()].map(({ id, name }) => [textKey(name), id]));
  return (name: string, before: number | null): number | null => {
    const key = textKey(name);
    const stored = before === null ? undefined : records.get(before);
    return stored !== undefined && textKey(stored.name) === key ? stored.id : (ids.get(key) ?? null);
  };
}

function createListFinder(records: NamedRecords) {
  const find = createFinder(records);
  const keys = (names: readonly string[]) => [...new Set(names.map(textKey))].sort().join('\n');
  return (names: readonly string[], before: readonly number[]): number[] => {
    if (keys(names) === keys(before.map((id) => records.get(id)?.name ?? ''))) return [...before];
    const ids = names.map((name) => find(name, null)).filter((id) => id !== null);
    return [...new Set(ids)].sort((a, b) => a - b);
  };
}

async function ensureExtras(
  writer: MembersWriter,
  survey: Survey,
  searchableExtras: readonly string[],
): Promise<Map<string, ColumnExtra>> {
  const byColumn = new Map<string, ExtraRecord>();
  for (const [column, answers] of survey.extras) {
    const extra =
      findExtra(writer.structure.current, column) ??
      newExtra(await writer.nextId('extra'), column, searchableExtras.includes(column), answers);
    byColumn.set(column, withOptions(extra, answers));
  }
  await writer.structure.putExtras([...byColumn.values()]);
  return new Map([...byColumn].map(([column, extra]) => [column, toColumnExtra(extra)]));
}

/** The stored extra that a column of this name is imported into. It keeps who may see its answers. */
export function findExtra(structure: Structure | null, column: string): ExtraRecord | undefined {
  const key = textKey(column);
  return [...(structure?.extras.values() ?? [])].find(
    ({ question, searchName }) => textKey(question) === key || textKey(searchName) === key,
  );
}

function toColumnExtra({ id, answerType, options }: ExtraRecord): ColumnExtra {
  // Of two options that differ only in case, the first is used.
  const byKey = [...options].reverse().map((option): [string, string] => [textKey(option), option]);
  return { id, answerType, options: new Map(byKey) };
}

function newExtra(id: number, column: string, isSearchable: boolean, answers: AnswerSurvey): ExtraRecord {
  const question = toLine(column);
  const answerType = answers.isYesNo ? 3 : choicesOf(answers) === null ? 0 : answers.isList ? 2 : 1;
  const options = answerType === 3 ? ['Yes', 'No'] : [];
  return {
    id,
    question,
    searchName: question,
    isSearchable,
    isAdminOnly: !isSearchable,
    isMembersOnly: false,
    isOnCard: false,
    answerType,
    options,
    optionsFromAnswers: [],
  };
}

function withOptions(extra: ExtraRecord, answers: AnswerSurvey): ExtraRecord {
  const { answerType, options, optionsFromAnswers } = extra;
  if (answerType !== 1 && answerType !== 2) return extra;
  const known = new Set(options.map(textKey));
  const more = [...(answers.options ?? [])]
    .filter(([key]) => !known.has(key))
    .map(([, { answer }]) => answer);
  return {
    ...extra,
    options: [...options, ...more],
    optionsFromAnswers: [...optionsFromAnswers, ...more],
  };
}

async function numbered<R>(
  names: string[],
  nextId: () => Promise<number>,
  create: (id: number, name: string) => R,
): Promise<R[]> {
  const records: R[] = [];
  for (const name of names) records.push(create(await nextId(), name));
  return records;
}

const newCategory = (id: number, name: string) => ({ id, name, description: '' });
const newChapter = (id: number, name: string) => ({ id, name });
const newItem = { description: '', costThousandths: 0, isVisible: true, hasGst: false };
const newAddon = (id: number, name: string) => ({ ...newItem, id, name, isSearchable: false });
const newType = (id: number, name: string) => ({
  ...newItem,
  id,
  name,
  isSearchable: true,
  isStudent: false,
  hasAnniversaryExpiry: false,
  extraIds: [],
});
