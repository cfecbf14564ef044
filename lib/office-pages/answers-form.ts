import { lookUp } from '@/lib/base/look-up';
import type { OfficeMember, OfficeStructure } from '@/lib/contract/office';
import { answersText } from '@/lib/messages/office-answers';
import type { OfficeLookup } from './find-office';
import { keepUnsent, type KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export interface AnswersFormState {
  /** This number increases with each response. As a React key, the number makes the inputs show what was sent. */
  turn: number;
  values: AnswersValues;
  was: string;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export interface AnswersValues {
  /** The answers for each extra's ID. */
  answers: Readonly<Record<string, readonly string[]>>;
  addons: readonly HeldAddonValues[];
  added: HeldAddonValues;
}

interface HeldAddonValues {
  id: string;
  quantity: string;
  expiry: string;
}

const noAddon: HeldAddonValues = { id: '', quantity: '1', expiry: '' };

export function startOfAnswers(member: OfficeMember): AnswersFormState {
  return { turn: 0, values: valuesOfMember(member), was: contentOf(member), refusal: null, kept: null };
}

export const noAnswers: AnswersFormState = {
  turn: 0,
  values: { answers: {}, addons: [], added: noAddon },
  was: '',
  refusal: null,
  kept: null,
};

/** The typed answers are shown as one text, without their questions. */
export function keptAnswers(kind: OfficeLookup['kind'], form: FormData): KeptForm | null {
  const typed = [...form].flatMap(([name, value]) =>
    /^(answer|lines)\./.test(name) && typeof value === 'string' ? [value] : [],
  );
  return keepUnsent(kind, form, [[answersText.answers, typed.join('\n')]]);
}

export function contentOf({ MembershipType: type, Extras: extras, Addons: addons }: OfficeMember): string {
  return JSON.stringify([type.Extras, extras, addons]);
}

export function readAnswersForm(form: FormData, turn: number): AnswersFormState {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const answers: Record<string, string[]> = {};
  for (const id of form.getAll('extra').map(String)) {
    const ticked = form.getAll(`answer.${id}`).map(String);
    answers[id] = linesOf([...ticked, text(`lines.${id}`)]);
  }
  const held = (prefix: string): HeldAddonValues => ({
    id: text(`${prefix}.id`),
    quantity: text(`${prefix}.quantity`),
    expiry: text(`${prefix}.expiry`),
  });
  const addons: HeldAddonValues[] = [];
  for (let index = 0; form.has(`addon.${index}.id`); index += 1) addons.push(held(`addon.${index}`));
  return {
    turn: turn + 1,
    values: { answers, addons, added: held('added') },
    was: text('was'),
    refusal: null,
    kept: null,
  };
}

export function hasWholeQuantities({ addons, added }: AnswersValues): boolean {
  const all = added.id === '' ? addons : [...addons, added];
  return all.every(({ quantity }) => /^\d{1,6}$/.test(quantity));
}

/** The form does not show an addon's own answers. They are sent as they are stored, so they do not change. */
export function answersPatch({ answers, addons, added }: AnswersValues, member: OfficeMember) {
  const stored = valuesOfMember(member).answers;
  const kept = addons.flatMap(({ id, quantity, expiry }, index) => {
    const before = member.Addons[index];
    const extras = before?.Addon.ID === id ? before.Extras : [];
    return Number(quantity) === 0 ? [] : toHeld({ id, quantity, expiry }, extras);
  });
  return {
    // The API also accepts answers to the type's questions in the membership's `Extras`. All answers are sent there, so
    // the type's own list is sent empty.
    MembershipType: { Extras: [] },
    Extras: Object.entries(answers).flatMap(([ID, all]) => {
      const before = lookUp(stored, ID) ?? [];
      // The form shows an answer of several lines as several answers.
      const isSame = JSON.stringify(linesOf(before)) === JSON.stringify(linesOf(all));
      return (isSame ? before : all).map((Answer) => ({ ID, Answer }));
    }),
    Addons: added.id === '' ? kept : [...kept, toHeld(added, [])],
  };
}

function linesOf(answers: readonly string[]): string[] {
  const lines = answers.flatMap((answer) => answer.split(/\r?\n/)).map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== '');
}

function toHeld({ id, quantity, expiry }: HeldAddonValues, extras: OfficeMember['Addons'][number]['Extras']) {
  const Extras = extras.map(({ ID, Answer }) => ({ ID, Answer }));
  return { Quantity: quantity, ExpiryDate: expiry === '' ? null : expiry, Extras, Addon: { ID: id } };
}

function valuesOfMember({
  MembershipType: type,
  Extras: extras,
  Addons: addons,
}: OfficeMember): AnswersValues {
  const answers = new Map<string, string[]>();
  for (const { ID, Answer } of [...type.Extras, ...extras]) {
    if (Answer.trim() !== '') answers.set(ID, [...(answers.get(ID) ?? []), Answer]);
  }
  return {
    answers: Object.fromEntries(answers),
    addons: addons.map(({ Addon, Quantity, ExpiryDate }) => ({
      id: Addon.ID,
      quantity: Quantity,
      expiry: ExpiryDate ?? '',
    })),
    added: noAddon,
  };
}

/**
 * The choices for a question: its options, and the member's answers that are not among the options. If the question has
 * no options, its answer is free text. This function then returns an empty list.
 */
export function choicesOf(
  { Options }: OfficeStructure['Extras'][number],
  answers: readonly string[],
): string[] {
  return Options.length === 0 ? [] : [...new Set([...Options, ...answers])];
}
