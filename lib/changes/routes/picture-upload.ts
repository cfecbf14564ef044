/** The requests that upload a picture of a member and read it before it is public (docs/decisions.md, A4). */
import type { Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import { isPictureId } from '@/lib/contract/fields/picture';
import { maxUploadedPictureBytes, parseCrop, pictureFormats } from '@/lib/contract/picture-files';
import { mustBe } from '@/lib/contract/query-values';
import { makePicture, pictureTooLarge } from '@/lib/changes/make-picture';
import { noSuchMembership } from '@/lib/changes/refusals';
import { readBytes } from '@/lib/sign-in/oauth/parameters';
import type { Store } from '@/lib/store/database';
import { findMemberPicture, MemberPicturesWriter, type StoredFiles } from '@/lib/store/member-pictures';
import type { MembersWriter } from '@/lib/store/members-writer';

const noStore = { 'Cache-Control': 'private, no-store' };

/**
 * Reads the body, which is the file. The query may have `Crop`: the left edge, the top edge, the width and the height
 * of a part, in percent. Without it, the middle of a person's picture or the whole logo is taken.
 * @throws ApiError that says what is expected
 */
export async function readUploadedPicture(
  context: Context,
  store: Store,
  {
    organisationId,
    personId,
    membershipId,
  }: { organisationId: number; personId: number; membershipId: number },
): Promise<StoredFiles> {
  const given = context.req.query('Crop');
  const crop = given === undefined ? null : parseCrop(given);
  if (given !== undefined && crop === null)
    throw mustBe('Crop', 'four numbers from 0 to 100 with commas between them, such as 0,12.5,100,75');
  const row = await store.members
    .selectFrom('membership')
    .select('kind')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', membershipId)
    .executeTakeFirst();
  if (row === undefined) throw noSuchMembership();
  const bytes = await readBytes(context.req.raw, maxUploadedPictureBytes).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'payload_too_large' ? pictureTooLarge() : error;
  });
  return makePicture(bytes, { crop, isWhole: row.kind === 'corporate', by: `${organisationId} ${personId}` });
}

/** The response names the picture, so that a change of the member can choose it. */
export async function storeUploadedPicture(
  context: Context,
  writer: MembersWriter,
  { membershipId, files }: { membershipId: number; files: StoredFiles },
): Promise<Response> {
  const member = await writer.memberships.find(membershipId);
  if (member === null) throw noSuchMembership();
  const current = member.membership.picture?.id ?? null;
  const id = await writer.part(MemberPicturesWriter).add(membershipId, files, current);
  return context.json({ ID: id }, 201, noStore);
}

/** The caller has checked that the reader may see the membership. */
export async function respondWithPicture(
  context: Context,
  store: Store,
  { organisationId, membershipId }: { organisationId: number; membershipId: number },
): Promise<Response> {
  const id = context.req.param('picture') ?? '';
  const of = { membershipId, id, file: '480.webp' } as const;
  const found = isPictureId(id) ? await findMemberPicture(store.members, organisationId, of) : null;
  if (found === null) throw new ApiError('not_found', 'The membership has no picture with this ID');
  return context.body(new Uint8Array(found), 200, {
    ...noStore,
    'Content-Type': pictureFormats.webp,
    'X-Content-Type-Options': 'nosniff',
  });
}
