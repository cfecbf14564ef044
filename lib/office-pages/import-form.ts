/** The form of an import: how the file is read, what its columns mean, corrected cells, and confirmations. */
import type { ImportSettings, OfficeImport, ProblemGroup } from '@/lib/contract/office-imports';
import { dateOrders, delimiters, encodings } from '@/lib/contract/import-choices';
import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export interface ImportFormState {
  turn: number;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export const startOfImportForm: ImportFormState = { turn: 0, refusal: null, kept: null };

/** Fields that can have one value for all rows. */
export const commonFields = ['MembershipType', 'ExpiryDate', 'Chapter'] as const;

/** `column`, `fix` and `answer` are followed by a number. */
export const importFields = {
  target: (index: number) => `column.${index}`,
  column: (index: number) => `column.${index}.name`,
  value: (field: string) => `value.${field}`,
  fix: (index: number) => `fix.${index}`,
  answer: (index: number) => `answer.${index}`,
  group: (index: number) => `answer.${index}.group`,
} as const;

export function readImportForm(form: FormData): ImportSettings {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const one = <T extends string>(name: string, of: readonly T[]) =>
    of.find((choice) => choice === text(name)) ?? null;
  const headerLine = Number(text('headerLine'));
  const earlier = form.has('discard') ? [] : readStored(text('corrections'), toCorrection);
  return {
    Encoding: one('encoding', encodings),
    Delimiter: one('delimiter', delimiters),
    Sheet: text('sheet') === '' ? null : text('sheet'),
    HeaderLine: Number.isSafeInteger(headerLine) && headerLine > 0 ? headerLine : null,
    DateOrder: one('dateOrder', dateOrders),
    Separators: text('separators').trim() || ';|',
    Columns: readNumbered(form, 'column').map(({ get }) => ({ Column: get('name'), Target: get('') })),
    Values: commonFields.flatMap((field) => {
      const value = text(importFields.value(field)).trim();
      return value === '' ? [] : { Field: field, Value: value };
    }),
    Corrections: withLater(earlier, readFixes(form)),
    Source: text('source').trim() || 'file',
    Place: form.has('place'),
    SkipBad: form.has('skipBad'),
    ListNobody: form.has('listNobody'),
    Replace: form.has('replace'),
    Answers: withAnswers(readStored(text('answers'), toAnswer), form),
    Endless: form.has('endless'),
  };
}

/** The number of questions for which no answer is chosen yet. */
export function countUnanswered({ Groups, MoreGroups }: NonNullable<OfficeImport['Report']>): number {
  return Groups.filter(isUnanswered).length + MoreGroups;
}

export function isUnanswered({ Answers, Answer, Preset }: ProblemGroup): boolean {
  return Answers.length > 0 && Answer === null && Preset === null;
}

/** Whether somebody has to answer before the file can be imported. */
export function hasQuestions({ Groups }: NonNullable<OfficeImport['Report']>): boolean {
  return Groups.some(({ Answers, Answer }) => Answers.length > 0 && Answer === null);
}

export function isChecked(
  settings: ImportSettings,
  { Settings: checked, Report: report }: OfficeImport,
): boolean {
  return JSON.stringify(shown(settings, report)) === JSON.stringify(shown(checked, report));
}

/** Detected values fill the settings without a value, and answers for all groups those without an answer. */
export function shown(settings: ImportSettings, report: OfficeImport['Report']): ImportSettings {
  const table = report?.Table ?? null;
  const answers = new Map(
    (report?.Groups ?? []).flatMap(({ Key, Answer }) => (Answer === null ? [] : [[Key, Answer] as const])),
  );
  for (const { Group, Answer } of settings.Answers) answers.set(Group, Answer);
  return {
    ...settings,
    Answers: [...answers]
      .map(([Group, Answer]) => ({ Group, Answer }))
      .sort((a, b) => (a.Group < b.Group ? -1 : 1)),
    Encoding: settings.Encoding ?? encodings.find((one) => one === (table?.Encoding ?? 'utf-8')) ?? null,
    Delimiter: settings.Delimiter ?? delimiters.find((one) => one === table?.Delimiter) ?? null,
    Sheet: settings.Sheet ?? table?.Sheet ?? null,
    HeaderLine: settings.HeaderLine ?? table?.HeaderLine ?? null,
    DateOrder: settings.DateOrder ?? table?.DateOrder ?? null,
    Columns: (report?.Columns ?? []).map(({ Column, Target }) => ({
      Column,
      Target: settings.Columns.find((one) => one.Column === Column)?.Target ?? Target,
    })),
  };
}

/**
 * A detected setting that nobody changed is detected again, because another sheet or encoding may have another header.
 */
export function toSettings(
  form: ImportSettings,
  { Settings: stored, Report: report }: OfficeImport,
): ImportSettings {
  const before = shown(stored, report);
  const kept = <K extends 'Encoding' | 'Delimiter' | 'Sheet' | 'HeaderLine' | 'DateOrder'>(name: K) =>
    stored[name] === null && form[name] === before[name] ? null : form[name];
  return {
    ...form,
    Encoding: kept('Encoding'),
    Delimiter: kept('Delimiter'),
    Sheet: kept('Sheet'),
    HeaderLine: kept('HeaderLine'),
    DateOrder: kept('DateOrder'),
  };
}

type Correction = ImportSettings['Corrections'][number];

function readFixes(form: FormData): Correction[] {
  return readNumbered(form, 'fix').flatMap(({ get }) => {
    const value = get('').trim();
    const line = Number(get('line'));
    const isUsed = value !== get('was').trim() && Number.isSafeInteger(line) && line > 0;
    return isUsed ? { Line: line, Column: get('column'), Value: value } : [];
  });
}

function withLater(earlier: readonly Correction[], later: readonly Correction[]): Correction[] {
  const isAgain = (one: Correction) =>
    later.some(({ Line, Column }) => Line === one.Line && Column === one.Column);
  return [...earlier.filter((one) => !isAgain(one)), ...later];
}

/** The answers of the form, and earlier answers to problems that the form does not show. */
function withAnswers(earlier: ImportSettings['Answers'], form: FormData): ImportSettings['Answers'] {
  const answers = new Map(earlier.map(({ Group, Answer }) => [Group, Answer]));
  for (const [name, key] of form.entries()) {
    const index = /^answer\.(\d+)\.group$/.exec(name)?.[1];
    if (index === undefined || typeof key !== 'string') continue;
    const answer = form.get(importFields.answer(Number(index)));
    if (typeof answer === 'string' && answer !== '') answers.set(key, answer);
    else answers.delete(key);
  }
  return [...answers].map(([Group, Answer]) => ({ Group, Answer }));
}

const toAnswer = ({ Group, Answer }: Record<string, unknown>) => ({
  Group: String(Group),
  Answer: String(Answer),
});

const toCorrection = ({ Line, Column, Value }: Record<string, unknown>): Correction => ({
  Line: Number(Line),
  Column: String(Column),
  Value: String(Value),
});

/** What the form has got from the page. A changed text is as good as none. */
function readStored<T>(json: string, read: (one: Record<string, unknown>) => T): T[] {
  try {
    const parsed: unknown = JSON.parse(json === '' ? '[]' : json);
    return Array.isArray(parsed)
      ? parsed.map((one: unknown) => read(Object(one) as Record<string, unknown>))
      : [];
  } catch {
    return [];
  }
}

function readNumbered(form: FormData, prefix: string): { get: (name: string) => string }[] {
  const found: { get: (name: string) => string }[] = [];
  for (let index = 0; form.has(`${prefix}.${index}`); index += 1) {
    found.push({
      get: (name) => {
        const value = form.get(name === '' ? `${prefix}.${index}` : `${prefix}.${index}.${name}`);
        return typeof value === 'string' ? value : '';
      },
    });
  }
  return found;
}
