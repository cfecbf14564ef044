import { lookUp } from '@/lib/base/look-up';
import { ownCaptionOf, findOwnField, isOwnField, ownFields } from '@/lib/contract/fields/office-fields';
import type { OfficeMe, OfficeStructure } from '@/lib/contract/office';
import {
  bulkActionSchema,
  bulkFields,
  maxSelected,
  type BulkAction,
  type OfficeBulk,
} from '@/lib/contract/office-bulk';
import { mayOfficerAsk } from '@/lib/contract/officer-access';
import { bulkChoiceText, bulkText } from '@/lib/messages/office-bulk';
import { say } from '@/lib/messages/say';
import type { BulkChoice } from './bulk-state';
import { textOf } from './form-text';
import { officerAccessOf } from './hidden-fields';
import { mayUse } from './may-use';
import { membersPath } from './members-view';

export const bulkPath = `${membersPath}/bulk`;

export function bulkChoices(me: OfficeMe, structure: OfficeStructure): BulkChoice[] {
  const all: BulkChoice[] = [
    // Safe, because these are the keys of an object literal.
    ...(Object.keys(bulkChoiceText) as (keyof typeof bulkChoiceText)[]),
    ...ownFields('bulk').map(({ name }) => name),
  ];
  const isEmpty: Partial<Record<BulkChoice, boolean>> = {
    chapter: structure.Chapters.length === 0,
    AddCategory: structure.Categories.length === 0,
    RemoveCategory: structure.Categories.length === 0,
  };
  const officer = officerAccessOf(me);
  return all.filter(
    (one) => isEmpty[one] !== true && (officer === null || mayOfficerAsk(officer, sampleOf(one))),
  );
}

export function choiceText(choice: string): string {
  const usual = lookUp<string>(bulkChoiceText, choice);
  if (usual !== undefined) return usual;
  return isOwnField(choice) ? say(bulkText.set, { caption: ownCaptionOf(choice) }) : bulkText.title;
}

export function isDateChoice(choice: string): boolean {
  if (findOwnField(choice)?.field.kind.cell === 'date') return true;
  return ['end', 'ExpiryDate', 'JoiningDate'].includes(choice);
}

function sampleOf(choice: BulkChoice): BulkAction {
  switch (choice) {
    case 'approve':
    case 'place':
    case 'invite':
      return { Do: choice };
    case 'end':
      return { Do: 'end', Date: '' };
    case 'chapter':
      return { Do: 'chapter', Chapter: null };
    default:
      return { Do: 'set', Field: choice, Value: '' };
  }
}

/** The bulk change that places all members without a location. null: the person may not make it. */
export function placeAllPath(me: OfficeMe): string | null {
  const officer = officerAccessOf(me);
  const mayPlace = mayUse(me, 'POST bulk') && (officer === null || mayOfficerAsk(officer, { Do: 'place' }));
  return mayPlace ? `${bulkPath}?approved=true&location=false&do=place&all=yes` : null;
}

export function choiceOf(action: BulkAction): BulkChoice {
  return action.Do === 'set' ? action.Field : action.Do;
}

/** null: the form names no action. */
export function readBulkAction(form: FormData): BulkAction | null {
  const choice = textOf(form, 'do');
  const value = textOf(form, 'value');
  const action = bulkFields.some((field) => field === choice)
    ? { Do: 'set', Field: choice, Value: value }
    : choice === 'end'
      ? { Do: 'end', Date: value }
      : choice === 'chapter'
        ? { Do: 'chapter', Chapter: value === '' ? null : value }
        : { Do: choice };
  const read = bulkActionSchema.safeParse(action);
  // A wrong date is returned too, because the API says what is wrong with the date.
  return read.success ? read.data : choice === 'end' ? { Do: 'end', Date: value } : null;
}

export function readSelection(form: FormData): { IDs: string[] } | { Query: string } {
  if (form.get('all') === 'yes') return { Query: textOf(form, 'list') };
  const ids = form.getAll('ID').filter((one) => typeof one === 'string');
  return { IDs: ids.slice(0, maxSelected) };
}

/** true while the bulk change is in progress. The page must then be loaded again to show the progress. */
export function isUnderWay({ State: state }: OfficeBulk): boolean {
  return state === 'checking' || state === 'running';
}
