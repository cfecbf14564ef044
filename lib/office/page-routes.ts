/** Pages that the office writes for members (docs/decisions.md, “Pages for members”). */
import type { Context } from 'hono';
import { tagOfJson } from '@/lib/base/http/entity-tag';
import { toLine } from '@/lib/contract/fields/text-kinds';
import {
  maxFileBytes,
  maxFilesOfPage,
  maxPages,
  pageFields,
  readPageFiles,
  writePageFiles,
} from '@/lib/contract/fields/page';
import { ApiError } from '@/lib/contract/errors';
import { newPageSchema, pageChangeSchema, type OfficePage } from '@/lib/contract/member-pages';
import { invalidRecord, toRefusal } from '@/lib/changes/refusals';
import { readBytes } from '@/lib/sign-in/oauth/parameters';
import type { MembersWriter } from '@/lib/store/members-writer';
import { PagesWriter, readPages, withStoredFiles, type PageRecord } from '@/lib/store/pages';
import { checkOffice, type OfficeRouteServices, writeAs } from './office-check';
import { readBody } from './read-body';

const maxBytes = 512 * 1024;
const noStore = { 'Cache-Control': 'no-store' };
/** All downloads of an association together. They are in the database, so in each backup and archive. */
const maxTotalBytes = 200 * 1024 * 1024;

export async function listPages(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'listPages');
  const pages = await readPages(services.store.members, organisationId);
  const Pages = pages.map((page) => {
    const { ID, Title, Audience, Files } = toJson(page);
    return { ID, Title, Audience, Files };
  });
  return context.json({ Pages }, 200, noStore);
}

export async function readPage(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'readPage');
  const { members } = services.store;
  const page = requirePage(context, await readPages(members, organisationId));
  const shown = await withStoredFiles(members, organisationId, page);
  return context.json({ ...toJson(shown), Tag: tagOf(page) }, 200, noStore);
}

export async function addPage(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addPage');
  const { Title, Text, Audience } = await readBody(context, newPageSchema, { maxBytes });
  const page = await writeAs(context, services, access, async (writer) => {
    const pages = writer.part(PagesWriter);
    if ((await pages.all()).length >= maxPages)
      throw new ApiError('conflict', `There are ${maxPages} pages already: remove some first`);
    const added = checked(writer, {
      id: await pages.nextId(),
      title: Title,
      text: Text,
      audience: Audience,
      files: '',
    });
    await pages.put(added);
    return added;
  });
  return context.json(toJson(page), 201, noStore);
}

/** PATCH: `If-Match` is the tag of the page that was read. */
export async function changePage(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'changePage');
  const { Title, Text, Audience, RemoveFile } = await readBody(context, pageChangeSchema, {
    maxBytes,
    types: ['application/json', 'application/merge-patch+json'],
  });
  const ifMatch = context.req.header('If-Match') ?? null;
  if (ifMatch === null)
    throw new ApiError('precondition_required', 'If-Match is missing. Send the Tag of the page');
  const page = await writeAs(context, services, access, async (writer) => {
    const pages = writer.part(PagesWriter);
    const before = requirePage(context, await pages.all());
    if (ifMatch !== '*' && ifMatch !== tagOf(before))
      throw new ApiError('precondition_failed', 'The page has changed since you read it', {
        ETag: tagOf(before),
      });
    const files = readPageFiles(before.files).filter(({ hash }) => hash !== RemoveFile);
    const changed = checked(writer, {
      ...before,
      title: Title ?? before.title,
      text: Text ?? before.text,
      audience: Audience ?? before.audience,
      files: writePageFiles(files),
    });
    await pages.put(changed);
    return changed;
  });
  return context.json(toJson(page), 200, noStore);
}

export async function removePage(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'removePage');
  await writeAs(context, services, access, async (writer) => {
    const pages = writer.part(PagesWriter);
    await pages.remove(requirePage(context, await pages.all()).id);
  });
  return context.body(null, 204, noStore);
}

/** POST: the body is the file, of any media type. The query has its name. */
export async function addPageFile(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addPageFile');
  const name = toLine((context.req.query('Name') ?? '').replace(/[\\/\p{Bidi_Control}]/gu, ' ')).trim();
  if (name === '' || name.length > 150)
    throw new ApiError('invalid_request', 'Name must be the name of the file, of at most 150 characters');
  const content = await readBytes(context.req.raw, maxFileBytes);
  if (content.length === 0) throw new ApiError('invalid_request', 'The file is empty');
  const page = await writeAs(context, services, access, async (writer) => {
    const pages = writer.part(PagesWriter);
    const all = await pages.all();
    const before = requirePage(context, all);
    const stored = all.flatMap(({ files }) => readPageFiles(files));
    if (stored.reduce((sum, { bytes }) => sum + bytes, content.length) > maxTotalBytes)
      throw new ApiError('conflict', 'The downloads of all pages together may have at most 200 MB');
    const hash = await pages.addFile(content);
    const files = readPageFiles(before.files).filter((one) => one.hash !== hash);
    if (files.length >= maxFilesOfPage)
      throw new ApiError('conflict', `A page may have at most ${maxFilesOfPage} downloads`);
    const changed = { ...before, files: writePageFiles([...files, { hash, bytes: content.length, name }]) };
    await pages.put(changed);
    return changed;
  });
  return context.json(toJson(page), 201, noStore);
}

/** @throws ApiError 422 naming each wrong field. The type or chapter of the audience must exist. */
function checked({ structure: { current: structure } }: MembersWriter, page: PageRecord): PageRecord {
  try {
    const context = { hasReferred: null };
    const [kind, id] = page.audience.split(' ');
    const known = kind === 'type' ? structure?.types : structure?.chapters;
    if (id !== undefined && known?.has(Number(id)) !== true)
      throw invalidRecord([
        { path: 'Audience', value: '', reason: `names no ${kind === 'type' ? 'type' : 'chapter'}` },
      ]);
    return {
      ...page,
      title: pageFields.Title.kind.read(page.title, context),
      text: pageFields.Text.kind.read(page.text, context),
    };
  } catch (error) {
    throw toRefusal(error);
  }
}

function requirePage(context: Context, pages: readonly PageRecord[]): PageRecord {
  const page = pages.find(({ id }) => String(id) === context.req.param('page'));
  if (page === undefined) throw new ApiError('not_found', 'There is no page with this ID');
  return page;
}

function tagOf({ title, text, audience, files }: PageRecord): string {
  return tagOfJson([title, text, audience, files], 22);
}

function toJson({ id, title, text, audience, files }: PageRecord): Omit<OfficePage, 'Tag'> {
  return {
    ID: String(id),
    Title: title,
    Text: text,
    Audience: audience,
    Files: readPageFiles(files).map(({ hash, bytes, name }) => ({ ID: hash, Name: name, Bytes: bytes })),
  };
}
