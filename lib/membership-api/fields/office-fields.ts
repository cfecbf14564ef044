/** The fields of a member as the office's form, facts, lists, filters, bulk changes and merges show them. */
import { lookUp } from '@/lib/look-up';
import { formGroups, type Field, type FieldAccess, type Fields, type FormGroup } from './field';
import { memberFields } from './membership';

export interface OfficeField {
  /** Where the field is in a member record, such as `User.Address.Suburb`. */
  path: string;
  field: Field;
  caption: string;
  /** null: only owners and secretaries see and change the field. */
  access: FieldAccess | null;
  form: readonly [group: FormGroup, place: number];
}

interface Around {
  prefix: string;
  access?: FieldAccess | undefined;
  form?: FormGroup | undefined;
  captions?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Fields of a person and of a membership, in the order of the form. Lists of other things have pages of their own. */
export const officeFields: readonly OfficeField[] = fieldsIn(memberFields, { prefix: '' }).sort(
  (a, b) => formGroups.indexOf(a.form[0]) - formGroups.indexOf(b.form[0]) || a.form[1] - b.form[1],
);

function fieldsIn(fields: Fields, around: Around): OfficeField[] {
  return Object.entries(fields).flatMap(([name, one]): OfficeField[] => {
    const path = around.prefix + name;
    if ('label' in one) return [];
    const access = around.access ?? one.access;
    if ('inset' in one) return fieldsIn(one.inset, { prefix: `${path}.`, access });
    if ('fields' in one)
      return fieldsIn(one.fields, {
        prefix: `${path}.`,
        access,
        form: one.form,
        captions: one.captions,
      });
    const isOtherList = one.kind.json === 'list' && one.kind.refersTo === undefined;
    if (one.isReadOnly || isOtherList) return [];
    const last = [path.startsWith('User.') ? 'person' : 'membership', Number.MAX_SAFE_INTEGER] as const;
    const [group, place] = one.form ?? last;
    const caption = lookUp(around.captions ?? {}, name) ?? one.caption ?? name;
    return [{ path, field: one, caption, access: access ?? null, form: [around.form ?? group, place] }];
  });
}
