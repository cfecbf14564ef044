import { cache } from 'react';
import { officeStructureSchema, type OfficeStructure } from '@/lib/contract/office';
import { officeMembersSchema, type OfficeMembers } from '@/lib/contract/office-members';
import { viewsSchema, type OfficeView } from '@/lib/contract/office-views';
import { withLabel } from './filter-labels';
import type { Office } from './find-office';
import { toCountRequest, toMembersRequest, type MembersView } from './members-view';
import type { OfficeApi } from './office-api';
import { readOffice, type Read } from './read-office';

/** If the API refuses the list, for example because of a date that does not exist, `text` says why. */
export async function readMembers(office: Office, view: MembersView): Promise<Read<OfficeMembers>> {
  const read = await readOffice(office, toMembersRequest(view), officeMembersSchema);
  return read.kind === 'wrong' ? { ...read, text: withLabel(read.text) } : read;
}

/** Also more than 1,000, which takes longer than the list. Read once for each request, because a page shows it twice. */
export const readExactCount = cache(async (office: Office, view: MembersView): Promise<number | null> => {
  const read = await readOffice(office, toCountRequest(view), officeMembersSchema);
  return read.kind === 'read' ? read.body.Count : null;
});

export async function readViews(api: OfficeApi): Promise<OfficeView[]> {
  return viewsSchema.parse((await api.read('views')).body).Views;
}

export async function readOfficeStructure(api: OfficeApi): Promise<OfficeStructure> {
  return officeStructureSchema.parse((await api.read('structure')).body);
}
