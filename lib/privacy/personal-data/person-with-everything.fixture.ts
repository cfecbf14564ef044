import { pictureFiles, type PictureFile } from '@/lib/contract/picture-files';
import type { Fields } from '@/lib/contract/fields/field';
import { ownLocationFields } from '@/lib/contract/fields/location';
import { ownMembershipFields } from '@/lib/contract/fields/own-membership';
import { locationProfileFields, profileFields } from '@/lib/contract/fields/profile';
import { userFields } from '@/lib/contract/fields/person';
import { byCommand, byPerson, type Cause } from '@/lib/store/journal';
import type { Store } from '@/lib/store/database';
import { mergePersons, planMerge } from '@/lib/changes/merge-persons';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMembership,
  samplePerson,
} from '@/lib/store/sample-members.fixture';
import type { MemberRecord, PersonRecord } from '@/lib/store/schema/records';
import { MemberPicturesWriter } from '@/lib/store/member-pictures';
import { withMembersWriter } from '@/lib/store/write';
import type { MembersWriter } from '@/lib/store/members-writer';
import { addAccounts } from './accounts-with-everything.fixture';

export const now = Date.UTC(2026, 2, 1, 10);
export const [self, merged, other] = [90_001, 90_002, 90_003];
const subMember = 90_004;
/** Membership `own` is a sub-membership of `employer`, a company of the other person. */
export const [own, firm, othersOwn, former, employer] = [80_001, 80_002, 80_003, 80_005, 80_006];
const part = 80_004;
export const adminAnswer = 'admin-answer-self';
export const earlierAdminAnswer = 'admin-answer-earlier';
const [type, category, chapter, addon, extra, adminExtra] = [71, 72, 73, 74, 75, 76];

function personOf(id: number, word: string): PersonRecord {
  const address = (kind: string) => ({
    address: `${kind}-street-${word}`,
    suburb: `${kind}-suburb-${word}`,
    postcode: `${kind}-postcode-${word}`,
    state: `${kind}-state-${word}`,
    country: `${kind}-country-${word}`,
  });
  return samplePerson({
    ...textsOf(userFields, word),
    id,
    firstName: `First-${word}`,
    lastName: `<b>Last</b>-${word}`,
    title: `Title-${word}`,
    email: `email-${word}@members.example`,
    organisation: `Firm & Sons-${word}`,
    address: address('home'),
    mailingAddress: address('mail'),
    phone: `phone-${word}`,
    workPhone: `work-${word}`,
    mobile: `mobile-${word}`,
  });
}

function individualOf(id: number, person: PersonRecord, word: string): MemberRecord {
  return {
    person,
    membership: sampleMembership({
      ...textsOf({ ...ownMembershipFields, ...profileFields }, word),
      standingWord: `standing-${word}`,
      id,
      membershipNumber: `number-${word}`,
      parentId: id === own ? employer : null,
      typeId: type,
      chapterId: chapter,
      categoryIds: [category],
      joiningDate: '2011-11-11',
      expiryDate: '2031-12-13',
      confirmedOn: '2019-09-19',
      amountOutstandingThousandths: -123_450,
      currency: 'CHF',
      invoiceUrl: `https://invoice.example/${word}`,
      paymentUrl: `https://payment.example/${word}`,
      isListed: true,
      show: ['FirstName', 'LastName', 'Locations'],
      isMembersListed: true,
      showMembers: ['Email', 'Mobile'],
      addons: [
        {
          addonId: addon,
          quantity: 37,
          expiryDate: '2032-02-03',
          answers: [{ extraId: extra, answer: `addon-answer-${word}` }],
        },
      ],
      answers: [
        { extraId: extra, answer: `answer-${word}` },
        { extraId: adminExtra, answer: `admin-answer-${word}` },
      ],
      locations: [
        sampleLocation({
          ...textsOf({ ...ownLocationFields, ...locationProfileFields }, `place-${word}`),
          id: id + 5000,
          email: `place-email-${word}@members.example`,
          name: `place-name-${word}`,
          address: `place-street-${word}`,
          suburb: `place-suburb-${word}`,
          state: `place-state-${word}`,
          country: `place-country-${word}`,
          postcode: `place-postcode-${word}`,
          phone: `place-phone-${word}`,
          website: `https://place.example/${word}`,
          latitude: -38.149_918,
          longitude: 144.361_719,
          precision: 'suburb',
        }),
      ],
    }),
  };
}

function filesOf(word: string): Record<PictureFile, string> {
  // The cast is safe: these are all files.
  return Object.fromEntries(pictureFiles.map((name) => [name, `${name}-${word}`])) as Record<
    PictureFile,
    string
  >;
}

/** A value for each field that holds text, so that a new field is exported too. */
function textsOf(fields: Fields, word: string): object {
  return Object.fromEntries(
    Object.values(fields).flatMap((one) =>
      'kind' in one && one.kind.blank === '' ? [[one.key, `${one.key}-${word}`]] : [],
    ),
  );
}

/** Writes the data with the store's own functions where they exist, and otherwise inserts rows into the databases. */
export async function addPersonWithEverything(store: Store, organisationId: number): Promise<void> {
  const client = { ID: `client-self-${organisationId}`, Name: 'Connected Site' };
  let minute = 0;
  const write = (cause: Cause, work: (writer: MembersWriter) => Promise<unknown>) => {
    minute += 1;
    const clock = () => new Date(now + minute * 60_000);
    return withMembersWriter(store, { organisationId, clock, areaCentre: noAreaCentre, cause }, work);
  };
  await write(byCommand('organisation apply'), async (writer) => {
    await putSampleStructure(writer, { id: organisationId });
    await writer.structure.putExtras([
      { ...question, id: extra, question: 'Public question', searchName: 'Public question' },
      {
        ...question,
        id: adminExtra,
        question: 'Office question',
        searchName: '',
        isAdminOnly: true,
        isMembersOnly: false,
        isOnCard: false,
      },
    ]);
    await writer.structure.putChapters([{ id: chapter, name: 'Own chapter' }]);
    await writer.structure.putCategories([{ id: category, name: 'Own category', description: '' }]);
    await writer.structure.putAddons([{ ...item, id: addon, name: 'Own addon', isSearchable: true }]);
    await writer.structure.putMembershipTypes([
      { ...item, id: type, name: 'Own type', ...typeFlags, isSearchable: true, extraIds: [] },
    ]);
  });
  const person = personOf(self, 'self');
  const otherPerson = personOf(other, 'other');
  await write(byCommand('import', null), async (writer) => {
    await writer.runs.start({
      actor: { kind: 'command', id: 'import' },
      source: 'members-2026.csv',
      fileHash: 'f'.repeat(64),
      mapping: { Name: 'LastName' },
    });
    await writer.memberships.put({
      person: otherPerson,
      membership: sampleMembership({
        id: employer,
        kind: 'corporate',
        typeId: 2,
        membershipNumber: 'employer',
        expiryDate: '2031-12-13',
      }),
    });
    await writer.memberships.put(individualOf(own, { ...person, phone: 'phone-before' }, 'earlier'));
    await writer.memberships.put(individualOf(othersOwn, otherPerson, 'other'));
    await writer.memberships.put(individualOf(former, personOf(merged, 'self'), 'former'));
    await writer.memberships.put({
      person: otherPerson,
      membership: sampleMembership({
        id: firm,
        kind: 'corporate',
        typeId: 2,
        membershipNumber: 'firm-before',
        chapterId: null,
      }),
    });
    await writer.externalIds.put('person', 'crm', 'external-person-self', self);
    await writer.externalIds.put('membership', 'crm', 'external-membership-self', own);
    await writer.runs.finish({ read: 5, created: 5, updated: 0, unchanged: 0, removed: 0, bad: 0 });
  });
  await write({ actor: { kind: 'client', id: client.ID }, reason: null }, async (writer) => {
    const id = await writer.part(MemberPicturesWriter).add(own, filesOf('self'), null);
    const member = individualOf(own, { ...person, phone: 'phone-before' }, 'self');
    const picture = { id, description: 'picture-self' };
    await writer.memberships.put({ ...member, membership: { ...member.membership, picture } });
  });
  await write(byPerson(other), async (writer) => {
    await writer.part(MemberPicturesWriter).add(othersOwn, filesOf('other'), null);
  });
  await write(byPerson(self), (writer) => writer.persons.put(person));
  // The company belonged to the other person first.
  const firmOf = (holder: PersonRecord, number: string): MemberRecord => ({
    person: holder,
    membership: sampleMembership({
      id: firm,
      kind: 'corporate',
      typeId: 2,
      membershipNumber: number,
      chapterId: null,
    }),
  });
  await write(byCommand('member set', 'note about the former contact'), (writer) =>
    writer.memberships.put(firmOf(otherPerson, 'firm-of-somebody')),
  );
  await write(byCommand('member set', 'office-only reason'), (writer) =>
    writer.memberships.put(firmOf(person, 'firm-of-somebody')),
  );
  await write(byPerson(other), (writer) => writer.memberships.put(firmOf(person, 'firm-of-self')));
  await write(byPerson(self), (writer) =>
    writer.memberships.put({
      person: personOf(subMember, 'sub'),
      membership: sampleMembership({ id: part, typeId: 2, parentId: firm, membershipNumber: 'number-sub' }),
    }),
  );
  await write(byCommand('committee'), (writer) =>
    writer.committees.put(self, [{ chapterId: chapter, startsOn: '2021-01-02', endsOn: '2027-08-09' }]),
  );
  await write(byPerson(other), (writer) =>
    writer.notes.put({
      id: self,
      notes: [
        {
          id: 1_700_000_000_000,
          text: 'note of the office',
          writtenBy: other,
          writtenAt: Date.parse('2021-02-03T04:05:06Z'),
          changedBy: other,
          changedAt: Date.parse('2021-03-04T05:06:07Z'),
        },
      ],
    }),
  );
  await write(byCommand('role grant'), (writer) =>
    writer.roles.put({ id: self, role: 'officer', chapterIds: [chapter] }),
  );
  await write(byCommand('person merge', 'the same person'), async (writer) => {
    const plan = await planMerge(writer, { from: merged, into: self, keptMembershipId: own });
    await mergePersons(writer, plan);
  });
  await write(byCommand('notice exclude'), (writer) => writer.notices.setExcluded(own, true));
  for (const [personId, membershipId, word] of [
    [self, own, 'self'],
    [other, othersOwn, 'other'],
  ] as const) {
    const at = now + (personId === self ? 7_000_000 : 8_000_000);
    await store.members
      .insertInto('notice_mail')
      .values({
        organisation_id: organisationId,
        membership_id: membershipId,
        notice_id: 1,
        expiry_date: personId === self ? '2033-03-04' : '2033-05-06',
        days: personId === self ? -29 : -28,
        person_id: personId,
        email: `reminded-${word}@members.example`,
        state: personId === self ? 'failed' : 'sent',
        recorded_at: at,
        changed_at: at + 1000,
        retry_at: at,
        attempts: 1,
        problem: personId === self ? 'deferred' : null,
        smtp_code: personId === self ? 452 : null,
      })
      .execute();
  }
  await store.members.deleteFrom('account_move').execute();
  await addAccounts(store, {
    organisationId,
    clientId: client.ID,
    now,
    people: { self, other },
    cards: { self: own, other: othersOwn },
  });
}

const question = {
  answerType: 0 as const,
  options: [],
  optionsFromAnswers: [],
  isAdminOnly: false,
  isMembersOnly: false,
  isOnCard: false,
  isSearchable: true,
};
const item = { description: '', costThousandths: 1000, isVisible: true, hasGst: false };
const typeFlags = { isStudent: false, hasAnniversaryExpiry: false };
