import { beforeEach, expect, it } from 'vitest';
import { officeHealthSchema } from '@/lib/contract/office-health';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 15_900;

describeUsualEngines('questions that were imported for the office only', (store) => {
  let office: TestOffice;
  const listed = async () => {
    const response = await office.asRole(officePeople.owner).do('GET health');
    return officeHealthSchema.parse(await response.json()).OpenQuestions.map(({ Question }) => Question);
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await office.write(async (writer) => {
      const imported = {
        isSearchable: false,
        isAdminOnly: false,
        isMembersOnly: false,
        isOnCard: false,
        answerType: 0,
        options: [],
        optionsFromAnswers: [],
      };
      await writer.structure.putExtras([
        { ...imported, id: 90, question: 'Diet', searchName: 'Diet' },
        { ...imported, id: 91, question: 'Allergies', searchName: 'Allergies', isAdminOnly: true },
        { ...imported, id: 92, question: 'Sport', searchName: 'Sport', isSearchable: true },
        { ...imported, id: 93, question: 'What do you play?', searchName: '' },
      ]);
    });
  });

  it('are listed until somebody decides who sees the answers', async () => {
    expect(await listed()).toEqual(['Diet']);
    const { do: ask } = office.asRole(officePeople.owner);
    expect((await ask('PATCH settings/extras/90', { AdminOnly: true })).status).toBe(200);
    expect(await listed()).toEqual([]);
    await ask('PATCH settings/extras/90', { AdminOnly: false });
    expect(await listed()).toEqual([]);
  });
});
