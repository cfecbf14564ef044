/**
 * Members with a valid membership read the pages that the office has written for them (docs/decisions.md, “Pages for
 * members”). For everybody else, a page is the same as one that does not exist.
 */
import { Hono, type Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import { readPageFiles } from '@/lib/contract/fields/page';
import { ownCommittee, type MemberFacts } from '@/lib/sign-in/oauth/member-facts';
import { allow } from '@/lib/sign-in/oauth/endpoint-guards';
import { findPageFile, readPages, withStoredFiles, type PageRecord } from '@/lib/store/pages';
import { readStructure } from '@/lib/store/structure';
import { requireValidMember, type MembersServices } from './members-directory-routes';

const root = '/api/v2/organisation/:organisation/user/pages';
const noStore = { 'Cache-Control': 'no-store' };

export function memberPagesRoutes(services: MembersServices): Hono {
  const routes = new Hono();
  routes.use(root, allow('GET'));
  routes.get(root, async (context) => {
    const { organisationId, pages } = await readPagesFor(context, services);
    const Pages = pages.map(({ id, title }) => ({ ID: String(id), Title: title }));
    const structure = await readStructure(services.store.members, organisationId);
    const asks = [...(structure?.extras.values() ?? [])].some(({ isMembersOnly }) => isMembersOnly);
    const HasMembers = asks || structure?.organisation.hasMembersDirectory === true;
    return context.json({ Pages, HasMembers }, 200, noStore);
  });
  routes.use(`${root}/:page`, allow('GET'));
  routes.get(`${root}/:page`, async (context) => {
    const { id, title, text, files } = await requirePage(context, services);
    const Files = readPageFiles(files).map(({ hash, bytes, name }) => ({
      ID: hash,
      Name: name,
      Bytes: bytes,
    }));
    return context.json({ ID: String(id), Title: title, Text: text, Files }, 200, noStore);
  });
  routes.use(`${root}/:page/files/:file`, allow('GET'));
  routes.get(`${root}/:page/files/:file`, (context) => download(context, services));
  return routes;
}

/** Browsers only save the file. Whatever it contains, it runs nothing with the rights of our site. */
async function download(context: Context, services: MembersServices): Promise<Response> {
  const { organisationId, files } = await requirePage(context, services);
  const file = readPageFiles(files).find(({ hash }) => hash === context.req.param('file'));
  const content =
    file === undefined ? null : await findPageFile(services.store.members, organisationId, file.hash);
  if (file === undefined || content === null) throw noSuchPage();
  return context.body(new Uint8Array(content), 200, {
    ...noStore,
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': attachment(file.name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  });
}

/** @see RFC 6266, section 5 */
function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

async function readPagesFor(
  context: Context,
  services: MembersServices,
): Promise<{ organisationId: number; pages: PageRecord[] }> {
  const { organisationId, facts } = await requireValidMember(services, context);
  const all = await readPages(services.store.members, organisationId);
  return { organisationId, pages: all.filter(({ audience }) => concerns(audience, facts)) };
}

async function requirePage(
  context: Context,
  services: MembersServices,
): Promise<PageRecord & { organisationId: number }> {
  const { organisationId, pages } = await readPagesFor(context, services);
  const page = pages.find(({ id }) => String(id) === context.req.param('page'));
  if (page === undefined) throw noSuchPage();
  return { ...(await withStoredFiles(services.store.members, organisationId, page)), organisationId };
}

/** Only valid memberships count. */
function concerns(audience: string, { valid, committees }: MemberFacts): boolean {
  const [kind, id = ownCommittee] = audience.split(' ');
  if (kind === 'members') return true;
  if (kind === 'committee') return committees.some(({ ID }) => ID === id);
  if (kind === 'type') return valid.some(({ membership }) => membership.MembershipType.ID === id);
  return kind === 'chapter' && valid.some(({ membership }) => membership.Chapter?.ID === id);
}

function noSuchPage(): ApiError {
  return new ApiError('not_found', 'There is no such page for you');
}
