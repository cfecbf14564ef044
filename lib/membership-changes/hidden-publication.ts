import { fieldsShownBy } from '@/lib/membership-api/directory-fields';
import type { FieldProblem } from '@/lib/membership-api/fields/field-error';
import { shownFields } from '@/lib/membership-store/documents';
import type { MemberView } from '@/lib/membership-store/member-documents';
import type { MemberRecord, Structure } from '@/lib/membership-schema/records';

/**
 * Somebody who does not see a field must not make it public, because they could then read it on the public page
 * (docs/decisions.md, J24). The answer does not depend on hidden values, so that it does not reveal them.
 * @param before null: the record is new
 */
export function findHiddenPublication(
  { membership }: MemberRecord,
  before: MemberRecord['membership'] | null,
  { view, structure }: { view: MemberView; structure: Structure },
): FieldProblem[] {
  const { limits } = view;
  if (limits === null || limits === undefined) return [];
  const hasHiddenQuestion = [...structure.extras.values()].some(
    ({ id, isAdminOnly }) => !isAdminOnly && !limits.seesExtra(id),
  );
  const isHidden = (name: string) =>
    fieldsShownBy(name).some((path) => !limits.seesField(path)) || (name === 'Extras' && hasHiddenQuestion);
  const hasPlace = membership.locations.length > 0;
  const isPlace = (name: string) => fieldsShownBy(name).every((path) => path.startsWith('Locations.'));
  const shown = shownFields(membership).filter(isHidden);
  const shownBefore = before === null ? [] : shownFields(before);
  const isNewlyListed = membership.isListed && before?.isListed !== true;
  return [
    ...refuse(
      'Directory.Show',
      shown.filter((name) => !shownBefore.includes(name)),
    ),
    ...refuse('Directory.Listed', isNewlyListed ? shown.filter((name) => hasPlace || !isPlace(name)) : []),
  ];
}

function refuse(path: string, names: readonly string[]): FieldProblem[] {
  const reason = `would show ${names.join(', ')}, which chapter officers do not see`;
  return names.length === 0 ? [] : [{ path, value: '', reason }];
}
