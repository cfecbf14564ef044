import { accessTo, partsOf } from '@/lib/membership-api/fields/access';
import type { Fields } from '@/lib/membership-api/fields/field';
import { memberFields } from '@/lib/membership-api/fields/membership';
import { readerSees, type ReaderAccess } from '@/lib/membership-api/reader-access';
import type { MemberResource } from '@/lib/membership-api/resources';

/**
 * The member record for a reader, without links to invoices. Unless the association shows contact details to readers,
 * it also has no email, phones, street, postcode, postal address or points. A value that is not in the tables of fields
 * is left out, except the status and the balance.
 */
export function toReaderRecord(record: MemberResource, reader: ReaderAccess): object {
  const { Status, Balance } = record;
  return { ...shownFields(memberFields, record, { reader, prefix: '' }), Status, Balance };
}

function shownFields(
  fields: Fields,
  value: object,
  { reader, prefix }: { reader: ReaderAccess; prefix: string },
): object {
  const shown = Object.entries(fields).flatMap(([name, one]): [string, unknown][] => {
    const path = prefix + name;
    const inner: unknown = Reflect.get(value, name);
    if (inner === undefined) return [];
    const parts = partsOf(one);
    if (parts === null) return readerSees({ path, access: accessTo(one) }, reader) ? [[name, inner]] : [];
    const shownIn = (part: unknown) =>
      shownFields(parts, Object(part) as object, { reader, prefix: `${path}.` });
    return [[name, Array.isArray(inner) ? inner.map(shownIn) : shownIn(inner)]];
  });
  return Object.fromEntries(shown);
}
