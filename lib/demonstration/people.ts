import { defaultDirectoryFields } from '@/lib/contract/directory-fields';
import type {
  AnswerRecord,
  HeldAddonRecord,
  LocationRecord,
  MembershipRecord,
} from '@/lib/store/schema/records';
import { landline } from './blank';
import type { Company } from './companies';
import { firstNames, lastNames } from './names';
import type { Random } from './random';
import type { Register } from './register';
import { addonIds, categories, extraIds, extras, membershipTypes, typeIds } from './structure';
import { suburbs, type Suburb } from './suburbs';

/** Some people work at one of the companies. Some of a company's staff are sub-members of the company. */
export function enterPeople(register: Register, count: number, companies: readonly Company[]): void {
  for (let index = 0; index < count; index++) enterPerson(register, companies);
}

function enterPerson(register: Register, companies: readonly Company[]): void {
  const { random } = register;
  const company = random.isTrue(0.4) ? random.pick(companies) : null;
  const home = company?.home ?? random.pickWeighted(suburbs);
  const person = register.person(random.pick(firstNames), random.pick(lastNames), home);
  const standing = personStanding(register);
  const isSubMember = company !== null && standing.typeId !== typeIds.life && random.isTrue(0.5);
  const membership: Partial<MembershipRecord> = {
    ...standing,
    ...(isSubMember ? takenFrom(company.membership) : {}),
    isListed: !random.isTrue(0.05),
    show: random.isTrue(0.1) ? [...defaultDirectoryFields.person, 'Email', 'Phone', 'WorkPhone'] : null,
    categoryIds: random.sample(categories, random.integer(0, 3)).map(({ id }) => id),
    addons: personAddons(register),
    answers: personAnswers(random, standing.typeId ?? typeIds.full),
    locations: standing.typeId === typeIds.student ? [] : personLocations(register, home, company),
  };
  register.enter(
    {
      ...person,
      title: random.pick(['', '', 'Ms', 'Mr', 'Dr', 'A/Prof']),
      organisation: company?.name ?? (random.isTrue(0.2) ? `${home.name} Hospital` : ''),
      phone: landline(home, random),
      workPhone: company === null ? '' : landline(home, random),
    },
    home,
    membership,
  );
}

/** About 70 % of the people are financial, 8 % expiring, 9 % owing and 13 % lapsed. */
export function personStanding(register: Register): Partial<MembershipRecord> {
  const { random } = register;
  const typeId = random.pickWeighted([
    { typeId: typeIds.full, weight: 60 },
    { typeId: typeIds.graduate, weight: 14 },
    { typeId: typeIds.student, weight: 12 },
    { typeId: typeIds.associate, weight: 10 },
    { typeId: typeIds.life, weight: 4 },
  ]).typeId;
  const joiningDate = register.day(-random.integer(30, typeId === typeIds.life ? 14_000 : 6000));
  if (typeId === typeIds.life) return { typeId, joiningDate };
  const chance = random.fraction();
  const days =
    chance < 0.7 ? random.integer(31, 364) : chance < 0.78 ? random.integer(0, 29) : -random.integer(1, 700);
  const isOwing = chance >= 0.91;
  const cost = membershipTypes.find(({ id }) => id === typeId)?.costThousandths ?? 0;
  return {
    typeId,
    joiningDate,
    expiryDate: register.day(isOwing ? random.integer(-40, 200) : days),
    amountOutstandingThousandths: isOwing ? cost : 0,
    isApproved: !random.isTrue(0.02),
  };
}

/** A sub-member's membership ends on the same day as the company's. Nothing is owed for it. */
function takenFrom(company: MembershipRecord): Partial<MembershipRecord> {
  return { parentId: company.id, expiryDate: company.expiryDate, amountOutstandingThousandths: 0 };
}

function personAddons(register: Register): HeldAddonRecord[] {
  const { random } = register;
  const held: HeldAddonRecord[] = [];
  const until = () => register.day(random.isTrue(0.8) ? random.integer(10, 360) : -random.integer(1, 200));
  if (random.isTrue(0.3)) held.push(plainAddon(addonIds.listing, until()));
  if (random.isTrue(0.5)) held.push(plainAddon(addonIds.insurance, until()));
  if (random.isTrue(0.25)) {
    const answers = [{ extraId: extraIds.delivery, answer: random.pick(['Print', 'Online']) }];
    held.push({
      addonId: addonIds.journal,
      quantity: random.pick([1, 1, 1, 2]),
      expiryDate: until(),
      answers,
    });
  }
  if (random.isTrue(0.1)) held.push(plainAddon(addonIds.mentoring, null));
  return held;
}

function plainAddon(addonId: number, expiryDate: string | null): HeldAddonRecord {
  return { addonId, quantity: 1, expiryDate, answers: [] };
}

function personAnswers(random: Random, typeId: number): AnswerRecord[] {
  const options = (extraId: number) => extras.find(({ id }) => id === extraId)?.options ?? [];
  const some = (extraId: number, count: number) =>
    random.sample(options(extraId), count).map((answer) => ({ extraId, answer }));
  const yesNo = (extraId: number, probability: number) => ({
    extraId,
    answer: random.isTrue(probability) ? 'Yes' : 'No',
  });
  if (typeId === typeIds.student) {
    return [
      {
        extraId: extraIds.university,
        answer: random.pick(['Corio Bay University', 'University of the Yarra']),
      },
    ];
  }
  return [
    ...some(extraIds.interests, random.integer(0, 4)),
    ...some(extraIds.languages, random.pick([0, 0, 1, 1, 2])),
    yesNo(extraIds.newPatients, 0.75),
    yesNo(extraIds.telehealth, 0.45),
    { extraId: extraIds.registeredSince, answer: String(random.integer(1975, 2024)) },
    ...(random.isTrue(0.1) ? [{ extraId: extraIds.note, answer: 'Asked for a receipt on paper.' }] : []),
  ];
}

/**
 * A company's staff practise at the company. Of all other people, one in five has no location, and one in ten has two or
 * three.
 */
function personLocations(register: Register, home: Suburb, company: Company | null): LocationRecord[] {
  const { random } = register;
  const precision = () =>
    random.pick(['suburb', 'suburb', 'suburb', 'exact', 'exact', 'postcode', 'state'] as const);
  const count = company === null ? random.pick([0, 0, 1, 1, 1, 1, 1, 1, 2, 3]) : random.pick([0, 1, 1]);
  return Array.from({ length: count }, (_, index) => {
    const suburb = index === 0 ? home : random.pick(suburbs.filter(({ state }) => state === home.state));
    const chosen = precision();
    // With a precision coarser than the suburb, the place is not named after the suburb.
    const ownRooms =
      chosen === 'postcode' || chosen === 'state' ? 'Private practice' : `${suburb.name} rooms`;
    return register.location(suburb, { name: company?.name ?? ownRooms, precision: chosen });
  });
}
