import type { CommitteeSeatRecord, MemberRecord } from '@/lib/store/schema/records';
import { enterCast, enterNotables, type CastMember } from './cast';
import { enterCompanies } from './companies';
import { enterPeople } from './people';
import { createRandom, type Random } from './random';
import { openRegister, type Register } from './register';
import { chapters } from './structure';

export interface Demonstration {
  /**
   * Memberships of companies and people, each with its person. IDs and names are the same every time. Dates are relative to
   * today.
   */
  members: MemberRecord[];
  seats: CommitteeSeatRecord[];
  cast: CastMember[];
}

// Any number works; a different number gives different members.
const seed = 100;

/**
 * About 400 people and 60 companies.
 * @param today an ISO date
 */
export function createDemonstration(today: string): Demonstration {
  const random = createRandom(seed);
  const register = openRegister(today, random);
  const cast = enterCast(register);
  enterNotables(register);
  enterPeople(register, 366, enterCompanies(register, 58));
  seatCommittees(register, random);
  return { members: register.members, seats: register.seats, cast };
}

/**
 * Creates a national board of seven people, and a committee of four people for each chapter. On each chapter's
 * committee, one of the four has retired.
 */
function seatCommittees(register: Register, random: Random): void {
  const people = register.members.filter(
    ({ membership }) => membership.kind === 'individual' && membership.isApproved && membership.typeId !== 3,
  );
  for (const chapterId of [null, ...chapters.map(({ id }) => id)]) {
    const eligible = people.filter(({ membership, person }) => {
      const isTaken = register.seats.some(({ personId }) => personId === person.id);
      return !isTaken && (chapterId === null || membership.chapterId === chapterId);
    });
    random.sample(eligible, chapterId === null ? 7 : 4).forEach(({ person }, index) => {
      const startsOn = register.day(-random.integer(100, 900));
      const endsOn = chapterId !== null && index === 0 ? register.day(-30) : null;
      register.seats.push({ personId: person.id, chapterId, startsOn, endsOn });
    });
  }
}
