/**
 * Pictures that only members see (docs/decisions.md, A4). They have the same addresses as public pictures. A visitor
 * who may not see one gets the same 404 as for a picture that does not exist.
 */
import { Hono } from 'hono';
import { pictureFiles } from '@/lib/contract/picture-files';
import type { Directory } from '@/lib/directory/directory';
import { pictureHeaders, showsPicture, type ReadMemberPicture } from '@/lib/directory/picture-routes';
import type { Admit } from './admission';
import type { MembersDirectory } from './members-directory';

interface Services {
  /** What everybody sees. */
  directory: Pick<Directory, 'find'>;
  open: MembersDirectory['open'];
  admit: Admit;
  read: ReadMemberPicture;
}

/** Passes on every request for a picture that this member does not see here. */
export function membersPictureRoutes({ directory, open, admit, read }: Services): Hono {
  const routes = new Hono();
  routes.get('/pictures/members/:membership/:picture/:file', async (context, next) => {
    const { membership, picture: id, file: name } = context.req.param();
    const file = pictureFiles.find((one) => one === name);
    const forMembers = open()?.directory;
    if (file === undefined || forMembers === undefined) return next();
    if (showsPicture(directory, membership, id) || !showsPicture(forMembers, membership, id)) return next();
    const admission = await admit(context.req.header('cookie'), 'picture');
    if (admission.kind !== 'admitted') return next();
    const found = await read({ membershipId: Number(membership), id, file });
    if (found === null) return next();
    return context.body(new Uint8Array(found), 200, {
      ...pictureHeaders(file),
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    });
  });
  return routes;
}
