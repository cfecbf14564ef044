import type { Context } from 'hono';
import type { OfficeStructure } from '@/lib/membership-api/office';
import { readStructure } from '@/lib/membership-store/structure';
import { checkOffice, type OfficeServices } from './office-check';

export async function respondWithStructure(context: Context, services: OfficeServices): Promise<Response> {
  const { organisationId, reader, officer } = await checkOffice(context, services, 'readStructure');
  const structure = await readStructure(services.store.members, organisationId);
  const named = (records: Iterable<{ id: number; name: string }>) =>
    [...records].map(({ id, name }) => ({ ID: String(id), Name: name }));
  const extras = [...(structure?.extras.values() ?? [])].filter(
    ({ id, isAdminOnly }) => (reader === null || !isAdminOnly) && officer?.seesExtra(id) !== false,
  );
  const body: OfficeStructure = {
    MembershipTypes: named(structure?.types.values() ?? []),
    Categories: named(structure?.categories.values() ?? []),
    Chapters: named(structure?.chapters.values() ?? []),
    Addons: named(structure?.addons.values() ?? []),
    Extras: extras.map(({ id, question, isAdminOnly, isMembersOnly, options }) => ({
      ID: String(id),
      Question: question,
      AdminOnly: isAdminOnly,
      MembersOnly: isMembersOnly,
      Options: options,
    })),
  };
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}
