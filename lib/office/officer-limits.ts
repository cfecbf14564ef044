/** What the association hides from chapter officers and readers, and what officers may change. */
import { ApiError } from '@/lib/contract/errors';
import { pathsOfPatch } from '@/lib/contract/fields/office-fields';
import { hiddenPartOf, isHiddenAnswer, type OfficerAccess } from '@/lib/contract/officer-access';
import type { OfficeExportQuery } from '@/lib/contract/office-members';
import { partHiddenFrom } from '@/lib/contract/reader-access';
import type { MemberResource } from '@/lib/contract/resources';
import { everyField, type SeenFields } from '@/lib/store/lists/office-conditions';
import { invalidRecord } from '@/lib/changes/refusals';
import type { MemberView } from '@/lib/store/member-documents';
import { readerWords, wordKinds } from '@/lib/store/words/word-kinds';
import type { OfficeAccess } from './office-check';

type Limited = Pick<OfficeAccess, 'officer'>;

/** An officer gets member records without hidden fields. */
export function viewOf({ officer }: Limited): MemberView {
  const isExact = officer === null || officer.sees('addresses');
  const limits =
    officer === null
      ? null
      : {
          show: (record: MemberResource) => withoutHidden(record, officer),
          seesField: officer.seesField,
          seesExtra: officer.seesExtra,
          editsExtra: officer.editsExtra,
        };
  return { seesAdminExtras: true, seesExactPoints: isExact, limits, namesOthers: officer === null };
}

/** The record without the fields that are hidden from the officer. */
function withoutHidden(record: MemberResource, officer: OfficerAccess): MemberResource {
  if (!officer.isLimited) return record;
  // The office's schema of a member record does not require fields that can be hidden.
  return without(record, '', officer) as MemberResource;
}

function without(value: unknown, path: string, officer: OfficerAccess): unknown {
  if (Array.isArray(value)) {
    const shown = value.filter((one) => !isHiddenAnswer(one, officer));
    return shown.map((one) => without(one, path, officer));
  }
  if (typeof value !== 'object' || value === null || 'Answer' in value) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const at = path === '' ? name : `${path}.${name}`;
      // Owners can set what officers see for each question, so each answer is checked separately.
      if (name !== 'Extras' && !officer.seesField(at)) return [];
      return [[name, without(inner, at, officer)]];
    }),
  );
}

/** @throws ApiError 400 if the list would reveal to the caller what is hidden from them */
export function requireSeen(
  { officer, reader }: Pick<OfficeAccess, 'officer' | 'reader'>,
  query: Partial<Pick<OfficeExportQuery, 'filter' | 'sort' | 'columns'>>,
): void {
  const fromReader = reader === null ? null : partHiddenFrom(reader, query);
  if (fromReader !== null)
    throw new ApiError('invalid_request', `"${fromReader}" uses a field that readers cannot see`);
  const hidden = officer === null ? null : hiddenPartOf(officer, query);
  if (hidden !== null)
    throw new ApiError('invalid_request', `"${hidden}" uses a field that chapter officers cannot see`);
}

export function seenFieldsOf({ officer, reader }: Pick<OfficeAccess, 'officer' | 'reader'>): SeenFields {
  if (reader !== null) {
    const contact = reader.seesContact ? wordKinds.contact | wordKinds.addresses : 0;
    return { words: readerWords | contact, seesExtra: (_, isAdminOnly) => !isAdminOnly };
  }
  if (officer?.isLimited !== true) return everyField;
  const answers = officer.hidesAnswers ? 0 : wordKinds.answers | wordKinds.privateAnswers;
  const contact = officer.sees('contact') ? wordKinds.contact : 0;
  const addresses = officer.sees('addresses') ? wordKinds.addresses : 0;
  return { words: wordKinds.open | answers | contact | addresses, seesExtra: officer.seesExtra };
}

/** @throws ApiError 422 naming every field of the patch that an officer may not change */
export function requireMayChange({ officer }: Limited, patch: unknown): void {
  if (officer === null) return;
  // Nobody can change the person's ID, but everybody may send it unchanged.
  const refused = pathsOfPatch(patch).filter((path) => path !== 'User.ID' && !officer.editsField(path));
  if (refused.length === 0) return;
  throw invalidRecord(
    refused.map((path) => ({ path, value: '', reason: 'cannot be changed by a chapter officer' })),
  );
}
