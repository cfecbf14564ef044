import type { Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import { newViewSchema, viewChangeSchema, type OfficeView } from '@/lib/contract/office-views';
import { hiddenPartOf } from '@/lib/contract/officer-access';
import { readOfficeViewQuery } from '@/lib/contract/office-members';
import { partHiddenFrom } from '@/lib/contract/reader-access';
import { managesMembers } from '@/lib/contract/fields/role';
import { readSavedViews, SavedViewsWriter, type SavedView } from '@/lib/store/lists/saved-views';
import { noRole } from '@/lib/changes/refusals';
import { checkOffice, type OfficeAccess, type OfficeRouteServices, writeAs } from './office-check';
import { requireSeen } from './officer-limits';
import { readBody } from './read-body';

const noStore = { 'Cache-Control': 'no-store' };
const maxBytes = 32 * 1024;
const maxViews = 100;

export async function listViews(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'listViews');
  const views = await readSavedViews(services.store.members, access.organisationId);
  const shown = views.filter((view) => maySee(view, access));
  return context.json({ Views: shown.map((view) => toJson(view, access)) }, 200, noStore);
}

export async function addView(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addView');
  const { Name, List, Shared } = await readBody(context, newViewSchema, { maxBytes });
  requireSeen(access, readOfficeViewQuery(List));
  if (Shared && !managesMembers(access.role)) throw noRole();
  const view = await writeAs(context, services, access, async (writer) => {
    const views = writer.part(SavedViewsWriter);
    const own = (await views.all()).filter(({ personId }) => personId === access.personId);
    if (own.length >= maxViews)
      throw new ApiError('conflict', `You have ${maxViews} views: delete some first`);
    const id = await views.nextId();
    const saved = { id, personId: access.personId, name: Name, list: List, isShared: Shared };
    await views.put(saved);
    return saved;
  });
  return context.json(toJson(view, access), 201, noStore);
}

export async function changeView(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'changeView');
  const { Name, List, Shared } = await readBody(context, viewChangeSchema, {
    maxBytes,
    types: ['application/json', 'application/merge-patch+json'],
  });
  if (List !== undefined) requireSeen(access, readOfficeViewQuery(List));
  if (Shared === true && !managesMembers(access.role)) throw noRole();
  const view = await writeAs(context, services, access, async (writer) => {
    const views = writer.part(SavedViewsWriter);
    const before = requireOwn(await views.find(idOf(context)), access);
    const changed = {
      ...before,
      name: Name ?? before.name,
      list: List ?? before.list,
      isShared: Shared ?? before.isShared,
    };
    await views.put(changed);
    return changed;
  });
  return context.json(toJson(view, access), 200, noStore);
}

export async function removeView(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'removeView');
  await writeAs(context, services, access, async (writer) => {
    const views = writer.part(SavedViewsWriter);
    const { id } = requireOwn(await views.find(idOf(context)), access);
    await views.remove(id);
  });
  return context.body(null, 204, noStore);
}

/** @throws ApiError 404 if the caller may not see the view, 403 if the caller may not change it */
function requireOwn(view: SavedView | null, access: OfficeAccess): SavedView {
  if (view === null || !maySee(view, access))
    throw new ApiError('not_found', 'There is no view with this ID');
  if (!mayChange(view, access)) throw noRole();
  return view;
}

function maySee({ personId, isShared, list }: SavedView, access: OfficeAccess): boolean {
  if (personId === access.personId) return true;
  return isShared && mayOpen(list, access);
}

/**
 * The filters of a list may contain private data, such as a street. A view is therefore hidden from callers who are not
 * allowed to open its list.
 */
function mayOpen(list: string, { officer, reader }: OfficeAccess): boolean {
  if (officer === null && reader === null) return true;
  try {
    const query = readOfficeViewQuery(list);
    if (reader !== null) return partHiddenFrom(reader, query) === null;
    const isAnswerSeen = query.filter.answers.every(({ extraId }) => officer?.seesExtra(extraId) !== false);
    return isAnswerSeen && (officer === null || hiddenPartOf(officer, query) === null);
  } catch (error) {
    // The view may come from an archive of another release, whose filters this release refuses.
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function mayChange(view: SavedView, access: OfficeAccess): boolean {
  return view.personId === access.personId || (view.isShared && managesMembers(access.role));
}

function toJson(view: SavedView, access: OfficeAccess): OfficeView {
  return {
    ID: String(view.id),
    Name: view.name,
    List: view.list,
    Shared: view.isShared,
    Own: view.personId === access.personId,
    MayChange: mayChange(view, access),
  };
}

function idOf(context: Context): number {
  const text = context.req.param('view') ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
