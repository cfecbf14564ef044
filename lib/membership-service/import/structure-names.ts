import { textKey } from '@/lib/text-key';
import type { MembersWriter } from '../store/members-writer';
import type { ExtraRecord } from '../store/records';
import type { AnswerSurvey, Survey } from './survey';

/** What the organisation's types, categories, chapters, addons and extras are called; keys are `textKey`s. */
export interface StructureNames {
  types: Map<string, number>;
  categories: Map<string, number>;
  chapters: Map<string, number>;
  addons: Map<string, number>;
  /** By column. */
  extras: Map<string, AskedExtra>;
}

export interface AskedExtra {
  id: number;
  answerType: number;
  /** By `textKey`. */
  options: Map<string, string>;
}

/**
 * Makes what the file names and the organisation does not have. New types are searchable and visible; new addons
 * visible; new extras public only when the operator says so.
 */
export async function ensureStructure(
  writer: MembersWriter,
  survey: Survey,
  { searchableExtras }: { searchableExtras: readonly string[] },
): Promise<StructureNames> {
  const known = writer.structure;
  if (known === null) throw new Error('the organisation is written before its structure');
  const { types, categories, chapters, addons } = known;
  const missing = (records: Map<number, { name: string }>, names: Map<string, string>) => {
    const have = new Set([...records.values()].map(({ name }) => textKey(name)));
    return [...names].filter(([key]) => !have.has(key)).map(([, name]) => name);
  };
  await writer.putMembershipTypes(
    await numbered(missing(types, survey.types), () => writer.nextId('membership_type'), newType),
  );
  await writer.putCategories(
    await numbered(missing(categories, survey.categories), () => writer.nextId('category'), newCategory),
  );
  await writer.putChapters(
    await numbered(missing(chapters, survey.chapters), () => writer.nextId('chapter'), newChapter),
  );
  await writer.putAddons(
    await numbered(missing(addons, survey.addons), () => writer.nextId('addon'), newAddon),
  );
  const extras = await ensureExtras(writer, survey, searchableExtras);
  const ids = (records: Map<number, { id: number; name: string }>) =>
    new Map([...records.values()].map(({ id, name }) => [textKey(name), id]));
  return {
    types: ids(types),
    categories: ids(categories),
    chapters: ids(chapters),
    addons: ids(addons),
    extras,
  };
}

async function ensureExtras(
  writer: MembersWriter,
  survey: Survey,
  searchableExtras: readonly string[],
): Promise<Map<string, AskedExtra>> {
  const byColumn = new Map<string, ExtraRecord>();
  for (const [column, answers] of survey.extras) {
    const key = textKey(column);
    const known = [...(writer.structure?.extras.values() ?? [])].find(
      ({ question, searchName }) => textKey(question) === key || textKey(searchName) === key,
    );
    const extra =
      known ?? newExtra(await writer.nextId('extra'), column, searchableExtras.includes(column), answers);
    byColumn.set(column, { ...extra, options: withOptions(extra, answers) });
  }
  await writer.putExtras([...byColumn.values()]);
  return new Map([...byColumn].map(([column, extra]) => [column, toAsked(extra)]));
}

function toAsked({ id, answerType, options }: ExtraRecord): AskedExtra {
  // Of two options that are the same but for case, the first.
  const byKey = [...options].reverse().map((option): [string, string] => [textKey(option), option]);
  return { id, answerType, options: new Map(byKey) };
}

function newExtra(id: number, column: string, isSearchable: boolean, answers: AnswerSurvey): ExtraRecord {
  const answerType = answers.isYesNo ? 3 : answers.options === null ? 0 : answers.isList ? 2 : 1;
  const options = answerType === 3 ? ['Yes', 'No'] : [];
  return { id, question: column, searchName: column, isSearchable, isAdminOnly: false, answerType, options };
}

/** The options that an extra has, and those that the file has more. */
function withOptions({ answerType, options }: ExtraRecord, answers: AnswerSurvey): string[] {
  if (answerType !== 1 && answerType !== 2) return options;
  const known = new Set(options.map(textKey));
  const more = [...(answers.options ?? [])].filter(([key]) => !known.has(key)).map(([, option]) => option);
  return [...options, ...more];
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
