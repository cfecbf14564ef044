import type { MembersWriter } from '@/lib/store/members-writer';
import type { ExtraRecord } from '@/lib/store/schema/records';
import type { ArchiveHead } from './archive';
import type { ImportRequest } from './import-file';

export type ArchiveRequest = Pick<
  ImportRequest,
  | 'path'
  | 'organisationId'
  | 'isDryRun'
  | 'replaces'
  | 'confirmedRemovals'
  | 'restoresErased'
  | 'acceptsFirstParty'
  | 'acceptsRoles'
>;

export async function putStructure(
  writer: MembersWriter,
  head: ArchiveHead,
  organisationId: number,
): Promise<void> {
  if (writer.structure.current === null) {
    await writer.structure.putOrganisation({ ...head.organisation, id: organisationId });
  }
  const known = writer.structure.current?.extras;
  await writer.structure.putExtras(head.extras.map((extra) => withStoredMarks(extra, known?.get(extra.id))));
  await writer.structure.putChapters(head.chapters);
  await writer.structure.putCategories(head.categories);
  await writer.structure.putAddons(head.addons);
  await writer.structure.putMembershipTypes(head.types);
}

/** An older archive does not say which options came from answers, but the database does. */
function withStoredMarks(extra: ExtraRecord, stored: ExtraRecord | undefined): ExtraRecord {
  const { options, optionsFromAnswers: own } = extra;
  const more = stored?.optionsFromAnswers.filter((one) => options.includes(one) && !own.includes(one)) ?? [];
  return { ...extra, optionsFromAnswers: [...own, ...more] };
}

export async function putSeats(writer: MembersWriter, { seats }: Pick<ArchiveHead, 'seats'>): Promise<void> {
  for (const personId of new Set(seats.map((seat) => seat.personId))) {
    await writer.committees.put(
      personId,
      seats.filter((seat) => seat.personId === personId),
    );
  }
}
