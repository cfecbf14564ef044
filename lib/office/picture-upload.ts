import type { Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import { maxPictureBytes, pictureTypeOf } from '@/lib/contract/picture-types';
import { readBytes } from '@/lib/sign-in/oauth/parameters';
import { noSuchMembership } from '@/lib/changes/refusals';
import {
  readUploadedPicture,
  respondWithPicture,
  storeUploadedPicture,
} from '@/lib/changes/routes/picture-upload';
import { namedPictures } from '@/lib/store/pictures';
import { picturePath } from '@/lib/contract/site';
import {
  checkOffice,
  type OfficeRouteServices,
  requireMembership,
  requireSameAccess,
  writeAs,
} from './office-check';
import { requireMayChange } from './officer-limits';

/** POST: the picture is not shown until a setting names it. */
export async function addPicture(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addPicture');
  const content = await readBytes(context.req.raw, maxPictureBytes);
  const type = pictureTypeOf(content);
  if (type === null) throw new ApiError('invalid_request', 'The picture must be PNG, JPEG, WebP or SVG');
  const name = await writeAs(context, services, access, async ({ pictures, structure: { current } }) => {
    if (current === null) throw new Error('the organisation of the token does not exist');
    return pictures.add(content, type, { named: namedPictures(current.organisation) });
  });
  return context.json({ Name: name, Path: picturePath(access.organisationId, name) }, 201, {
    'Cache-Control': 'no-store',
  });
}

/** POST: the picture of a member is not shown until a change of the member names it. */
export async function addMemberPicture(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addMemberPicture');
  const membershipId = await requireMembership(context, services, access);
  requireMayChange(access, { Picture: null });
  const files = await readUploadedPicture(context, services.store, { ...access, membershipId });
  return writeAs(context, services, access, async (writer) => {
    await requireSameAccess(writer, access, [membershipId]);
    return storeUploadedPicture(context, writer, { membershipId, files });
  });
}

/** GET: also a picture that is not public. */
export async function readMemberPicture(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'readMemberPicture');
  const membershipId = await requireMembership(context, services, access);
  if (access.officer?.seesField('Picture') === false) throw noSuchMembership();
  return respondWithPicture(context, services.store, { ...access, membershipId });
}
