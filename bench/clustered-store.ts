import { clusteredMember, putClusteredStructure } from '@/lib/service/clustered-members.fixture';
import { openStore, type StoreLocation } from '@/lib/store/database';
import { noAreaCentre, testCause } from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';

/** Creates an organisation with ID 1 and members 1 to `count`, in a store without organisations. */
export async function storeClusteredMembers(location: StoreLocation, count: number): Promise<void> {
  const store = await openStore(location);
  const context = {
    organisationId: 1,
    clock: () => new Date(),
    areaCentre: noAreaCentre,
    cause: testCause,
  };
  await withMembersWriter(store, context, async (writer) => {
    await putClusteredStructure(writer);
    for (let id = 1; id <= count; id += 1) await writer.memberships.put(clusteredMember(id));
  });
  await store.close();
}
