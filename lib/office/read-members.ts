import { officeStructureSchema, type OfficeStructure } from '@/lib/membership-api/office';
import { officeMembersSchema, type OfficeMembers } from '@/lib/membership-api/office-members';
import { viewsSchema, type OfficeView } from '@/lib/membership-api/office-views';
import { toMembersRequest, type MembersView } from './members-view';
import type { OfficeApi } from './office-api';

/** null: the address asks for something that the API refuses, such as a date that does not exist. */
export async function readMembers(api: OfficeApi, view: MembersView): Promise<OfficeMembers | null> {
  const { status, body } = await api.read(toMembersRequest(view));
  return status === 200 ? officeMembersSchema.parse(body) : null;
}

/** The caller's own saved views and the shared ones. */
export async function readViews(api: OfficeApi): Promise<OfficeView[]> {
  return viewsSchema.parse((await api.read('views')).body).Views;
}

export async function readOfficeStructure(api: OfficeApi): Promise<OfficeStructure> {
  return officeStructureSchema.parse((await api.read('structure')).body);
}
