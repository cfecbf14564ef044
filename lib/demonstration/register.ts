import { addDays } from '@/lib/base/clock';
import { textKey } from '@/lib/base/text-key';
import type {
  AnswerRecord,
  CommitteeSeatRecord,
  LocationRecord,
  MemberRecord,
  MembershipRecord,
  PersonRecord,
} from '@/lib/store/schema/records';
import { addressIn, fullMembership, personNamed, chapterOf, locationIn, mobile } from './blank';
import type { Random } from './random';
import { agedCareId, extraIds } from './structure';
import type { Suburb } from './suburbs';

export interface Register {
  /** ISO date in the association's time zone. */
  today: string;
  random: Random;
  members: MemberRecord[];
  seats: CommitteeSeatRecord[];
  person(firstName: string, lastName: string, home: Suburb): PersonRecord;
  /**
   * Adds a membership in the suburb's chapter.
   * @param differs the fields that differ from a full membership without an end date
   */
  enter(person: PersonRecord, home: Suburb, differs: Partial<MembershipRecord>): MembershipRecord;
  location(suburb: Suburb, differs: Partial<LocationRecord>): LocationRecord;
  /** @param days after today; negative: before today */
  day(days: number): string;
}

export function openRegister(today: string, random: Random): Register {
  const members: MemberRecord[] = [];
  const emails = new Set<string>();
  let people = 0;
  let memberships = 1000;
  let locations = 0;
  return {
    today,
    random,
    members,
    seats: [],
    day: (days) => addDays(today, days),
    person(firstName, lastName, home) {
      const person = personNamed(++people, firstName, lastName);
      return {
        ...person,
        email: newEmail(emails, firstName, lastName),
        address: addressIn(home, random),
        mailingAddress: random.isTrue(0.2)
          ? { ...addressIn(home, random), address: `PO Box ${random.integer(1, 900)}` }
          : person.mailingAddress,
        mobile: mobile(random),
      };
    },
    enter(person, home, differs) {
      const given = { ...fullMembership(++memberships), chapterId: chapterOf(home), ...differs };
      const membership = { ...given, answers: withHomeVisits(given) };
      members.push({ person, membership });
      return membership;
    },
    location: (suburb, differs) => ({ ...locationIn(suburb, ++locations, random), ...differs }),
  };
}

/** Not by chance: one more random number would change all members after this one. */
function withHomeVisits({ answers, categoryIds }: MembershipRecord): AnswerRecord[] {
  const treatsPatients = answers.some(({ extraId }) => extraId === extraIds.newPatients);
  const answer = categoryIds.includes(agedCareId) ? 'Yes' : 'No';
  return treatsPatients ? [...answers, { extraId: extraIds.homeVisits, answer }] : answers;
}

/** `zoe.vanderberg@example.com`, with a number if it is taken. */
function newEmail(taken: Set<string>, firstName: string, lastName: string): string {
  const name = [firstName, lastName]
    .map((part) => textKey(part).replace(/[^a-z0-9]/g, '') || 'member')
    .join('.');
  let email = `${name}@example.com`;
  for (let number = 2; taken.has(email); number++) email = `${name}${number}@example.com`;
  taken.add(email);
  return email;
}
