import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blankRecord } from '@/lib/contract/fields/columns';
import { locationFields } from '@/lib/contract/fields/location';
import { byCommand } from '@/lib/store/journal';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { MemberRecord } from '@/lib/store/schema/records';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { exportMembers } from './export-members';
import { importContent, modificationState, storedMembers } from './import-cases.fixture';
import { blankSettings } from '@/lib/store/blank-settings';

const clock = () => new Date('2026-03-02T01:00:00Z');
let next = 900;

/** Generates texts like those in members' data. A spreadsheet or a list could misread some of them. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    'Lee',
    'Ó Súilleabháin',
    '=1+1',
    '+61 491 570 006',
    '-',
    '@home',
    "'=x",
    'a "b", c',
    ' x ',
  ),
  fc.constantFrom('Sports; Hands', 'a\\b', 'a|b', 'two\nlines', '李', '0012', 'n; a'),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' }).map((one) => one.trim()),
);
/** The text of a field on one line. */
const line = text.map((one) => one.replaceAll('\n', ' '));
const name = text.map((one) => one.replace(/[&/+]| and | und | et |\n/g, '.').trim() || 'Lee');
const date = fc.constantFrom(null, '2020-02-29', '2026-03-02', '2099-12-31');
const word = fc.constantFrom('A', 'B; b', 'C|c', 'D\\', 'E; x2');

const member = fc.record({
  firstName: name,
  lastName: name,
  organisation: name,
  isFirm: fc.boolean(),
  email: fc.constantFrom('', 'ann@example.org', 'Ó@example.org'),
  phone: fc.constantFrom('', '+61 491 570 006', '0049', '-5'),
  title: line,
  suburb: line,
  address: text,
  expiryDate: date,
  joiningDate: date,
  amount: fc.integer({ min: -5_000_000, max: 5_000_000 }),
  isApproved: fc.boolean(),
  isListed: fc.boolean(),
  show: fc.constantFrom(null, [], ['FirstName', 'LastName']),
  isMembersListed: fc.boolean(),
  showMembers: fc.constantFrom(null, ['Email', 'Phone']),
  categories: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
  addons: fc.array(
    fc.record({ id: fc.integer({ min: 1, max: 5 }), quantity: fc.integer({ min: 1, max: 3 }), date }),
    {
      maxLength: 2,
    },
  ),
  chapter: fc.constantFrom(null, 1, 2),
  type: fc.integer({ min: 1, max: 5 }),
  website: fc.constantFrom('', 'https://example.org/a?b=c', 'www.example.org'),
  points: fc.array(
    fc.record({
      latitude: fc.constantFrom(-38.15, 0.000_000_1, 89),
      longitude: fc.double({ min: 1, max: 179, noNaN: true }),
      suburb: line,
      precision: fc.constantFrom('exact', 'suburb', 'state'),
    }),
    { maxLength: 6 },
  ),
  answers: fc.uniqueArray(word),
  note: text,
  hasParent: fc.boolean(),
});
type Made = typeof member extends fc.Arbitrary<infer T> ? T : never;

const names = ['A', 'B; b', 'C|c', 'D\\', 'E; x2'];
const noPrice = { description: '', costThousandths: 0, isVisible: true, hasGst: false };

async function putStructure(writer: MembersWriter, id: number): Promise<void> {
  const named = names.map((one, at) => ({ id: at + 1, name: one }));
  await writer.structure.putOrganisation({
    id,
    name: 'Example',
    timeZone: 'UTC',
    country: '',
    currency: 'EUR',
    noticeDays: 30,
    listedStatuses: ['financial'],
    colour: null,
    logoUrl: null,
    invoiceUrlTemplate: null,
    paymentUrlTemplate: null,
    ...blankSettings,
  });
  await writer.structure.putExtras([
    {
      id: 1,
      question: 'Status',
      searchName: 'a',
      isSearchable: true,
      isAdminOnly: false,
      isMembersOnly: false,
      isOnCard: false,
      answerType: 2,
      options: names,
      optionsFromAnswers: [],
    },
    {
      id: 2,
      question: 'Note, "long"',
      searchName: 'b',
      isSearchable: false,
      isAdminOnly: true,
      isMembersOnly: false,
      isOnCard: false,
      answerType: 0,
      options: [],
      optionsFromAnswers: [],
    },
  ]);
  await writer.structure.putCategories(named.map((one) => ({ ...one, description: '' })));
  await writer.structure.putChapters(named);
  await writer.structure.putAddons(named.map((one) => ({ ...one, ...noPrice, isSearchable: false })));
  await writer.structure.putMembershipTypes(
    named.map((one) => ({
      ...one,
      ...noPrice,
      isSearchable: true,
      isStudent: false,
      hasAnniversaryExpiry: false,
      extraIds: [],
    })),
  );
}

/** The first membership is a company that others may belong to. */
function toRecord(made: Made, at: number): MemberRecord {
  const isFirm = at === 0 || made.isFirm;
  const base = sampleMember(at + 1);
  return {
    person: {
      ...base.person,
      firstName: made.firstName,
      lastName: made.lastName,
      organisation: made.organisation,
      email: made.email,
      phone: made.phone,
      title: made.title,
      address: { ...base.person.address, suburb: made.suburb, address: made.address || null },
    },
    membership: {
      ...base.membership,
      kind: isFirm ? 'corporate' : 'individual',
      parentId: !isFirm && made.hasParent ? 1 : null,
      membershipNumber: `N-${at}`,
      expiryDate: made.expiryDate,
      joiningDate: made.joiningDate,
      typeId: made.type,
      chapterId: made.chapter,
      amountOutstandingThousandths: made.amount,
      isApproved: made.isApproved,
      isListed: made.isListed,
      show: made.show === null ? null : [...made.show],
      isMembersListed: made.isMembersListed,
      showMembers: made.showMembers === null ? null : [...made.showMembers],
      categoryIds: made.categories.toSorted((a, b) => a - b),
      addons: made.addons.map(({ id, quantity, date: expiryDate }) => ({
        addonId: id,
        quantity,
        expiryDate,
        answers: [],
      })),
      answers: [
        ...made.answers.map((answer) => ({ extraId: 1, answer })),
        ...(made.note === '' ? [] : [{ extraId: 2, answer: made.note }]),
      ],
      locations: made.points.map((point, position) => ({
        ...blankRecord(locationFields),
        id: at * 10 + position + 1,
        name: made.title,
        suburb: point.suburb,
        website: made.website,
        latitude: point.latitude,
        longitude: point.longitude,
        precision: point.precision,
      })),
    },
  };
}

describeUsualEngines('a CSV export', (store) => {
  it('changes nothing when it is imported again, for any association', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 6 }), async (made) => {
        const id = (next += 1);
        const context = { organisationId: id, clock, areaCentre: () => null, cause: byCommand('test') };
        await withMembersWriter(store(), context, async (writer) => {
          await putStructure(writer, id);
          for (const [at, one] of made.entries()) await writer.memberships.put(toRecord(one, at));
        });
        const before = {
          state: await modificationState(store(), id),
          members: await storedMembers(store(), id),
        };
        const parts: string[] = [];
        await exportMembers(
          store(),
          { organisationId: id, format: 'csv' },
          async (part) => void parts.push(part),
        );
        const result = await importContent(store(), id, Buffer.from(parts.join('')), {
          accepts: { doubts: false, otherPeople: false, sharedNumbers: false, endless: false },
        });
        expect({ problems: result.problems, questions: result.questions }).toEqual({
          problems: [],
          questions: [],
        });
        expect(await storedMembers(store(), id)).toEqual(before.members);
        expect(await modificationState(store(), id)).toEqual(before.state);
        expect(result).toMatchObject({ unchanged: made.length, created: 0, updated: 0 });
      }),
      { seed: 20_261_122, numRuns: 40 },
    );
  });
});
