import type { Context } from 'hono';
import { tagOfJson } from '@/lib/base/http/entity-tag';
import { respondWith, toRepresentation } from '@/lib/base/http/representation';
import { ApiError } from '@/lib/contract/errors';
import { accessTo, partsOf } from '@/lib/contract/fields/access';
import type { Fields } from '@/lib/contract/fields/field';
import { memberFields } from '@/lib/contract/fields/membership';
import { type ReaderAccess, readerSees } from '@/lib/contract/reader-access';
import type { MemberResource } from '@/lib/contract/resources';
import { noSuchMembership } from '@/lib/changes/refusals';
import { readDay } from '@/lib/store/day';
import { readLeaving, toLeaving } from '@/lib/store/leaving';
import { readMemberDocuments, type MemberDocument } from '@/lib/store/member-documents';
import { membershipOf } from '@/lib/changes/routes/read-record';
import { checkOffice, mayKnow, type OfficeAccess, type OfficeServices } from './office-check';
import { viewOf } from './officer-limits';

/** GET: a member, approved or not, with the fields that the caller's role may see. */
export async function readOfficeMember(context: Context, services: OfficeServices): Promise<Response> {
  const access = await checkOffice(context, services, 'readMember');
  if (context.req.url.includes('?')) throw new ApiError('invalid_request', 'This endpoint has no parameters');
  const id = membershipOf(context);
  const found = id === null ? null : await findMember(services, access, id);
  if (found === null) throw noSuchMembership();
  const body = Buffer.from(JSON.stringify(found.record));
  return respondWith(context, toRepresentation({ headers, etag: found.etag, body }));
}

const headers = {
  'Content-Type': 'application/json',
  // A proxy that compresses a response makes its tag weak, and If-Match needs a strong one.
  'Cache-Control': 'private, no-store, no-transform',
};

/** null: the member does not exist, or the caller may not see them. */
async function findMember(
  { store, clock }: OfficeServices,
  access: OfficeAccess,
  id: number,
): Promise<{ record: object; etag: string } | null> {
  // One transaction reads everything, because the member could move to another chapter between two reads.
  const read = store.members.transaction().setAccessMode('read only').setIsolationLevel('repeatable read');
  return read.execute(async (db) => {
    const day = await readDay(db, access.organisationId, clock());
    if (day === null) return null;
    const { reader } = access;
    const view =
      reader === null ? viewOf(access) : { seesAdminExtras: false, seesExactPoints: reader.seesContact };
    const document = (await readMemberDocuments(db, { day, view }, [id])).get(id);
    if (document === undefined || !(await mayKnow(db, access, document.personId))) return null;
    const shown = reader === null ? document : toReaderDocument(document, reader);
    const seesReason = reader === null && access.officer?.sees('notes') !== false;
    const leaving =
      access.officer?.sees('dates') === false
        ? null
        : toLeaving((await readLeaving(db, access.organisationId, [id])).get(id), { seesReason });
    // It is no field of the record, so the tag does not cover it.
    return leaving === null ? shown : { ...shown, record: { ...shown.record, Leaving: leaving } };
  });
}

/** The tag is computed from the fields that the reader sees, so that it does not reveal a change to a hidden value. */
function toReaderDocument(
  { record }: MemberDocument,
  reader: ReaderAccess,
): { record: object; etag: string } {
  const shown = toReaderRecord(record, reader);
  return { record: shown, etag: tagOfJson(shown) };
}

/**
 * The member record for a reader, without links to invoices. Unless the association shows contact details to readers,
 * it also has no email, phones, street, postcode, postal address or points. A value that is not in the tables of fields
 * is left out, except the status and the balance.
 */
function toReaderRecord(record: MemberResource, reader: ReaderAccess): object {
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
