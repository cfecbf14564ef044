/** Who may sign in to a client. An operator sets these rules with `client update`. */
import { z } from 'zod';
import { isRemovedPerson } from '@/lib/sign-in/accounts/person-standing';
import type { Store } from '@/lib/store/database';
import { ownCommittee, readMemberFacts, type MemberFacts } from './member-facts';

const rulesSchema = z.object({
  validOnly: z.boolean(),
  /**
   * The IDs of types. One of the person's valid memberships must have one of these types. Empty: any type is allowed.
   */
  types: z.array(z.string()),
  chapters: z.array(z.string()),
  /** States in the person's address; case does not matter. Empty: any state is allowed. */
  states: z.array(z.string()),
  /** IDs of chapters, `own` or `any`: the person must serve on one of these committees today. Empty: no rule. */
  committees: z.array(z.string()),
});

/** The person must meet all of these rules. */
export type ClientRules = z.infer<typeof rulesSchema>;

export const noRules: ClientRules = { validOnly: false, types: [], chapters: [], states: [], committees: [] };

/**
 * Writes the rules in the format of the column `client.rules`. null: anybody who belongs to the association may sign
 * in.
 */
export function formatRules(rules: ClientRules | null): string | null {
  return rules === null ? null : JSON.stringify(rulesSchema.parse(rules));
}

/** @throws if the rules cannot be read; then nobody can sign in */
export function parseRules(text: string | null): ClientRules | null {
  return text === null ? null : rulesSchema.parse(JSON.parse(text));
}

export type RuleBroken = 'removed' | 'valid' | 'types' | 'chapters' | 'states' | 'committees';

/** null: the person meets all rules. */
export function findBrokenRule(rules: ClientRules | null, facts: MemberFacts | null): RuleBroken | null {
  if (facts === null || facts.isRemoved) return 'removed';
  if (rules === null) return null;
  const { valid, committees, state } = facts;
  const needsValid = rules.validOnly || rules.types.length > 0 || rules.chapters.length > 0;
  if (needsValid && valid.length === 0) return 'valid';
  const ofValid = {
    types: valid.map(({ membership }) => membership.MembershipType.ID),
    chapters: valid.flatMap(({ membership }) => membership.Chapter?.ID ?? []),
  };
  if (!allows(rules.types, ofValid.types)) return 'types';
  if (!allows(rules.chapters, ofValid.chapters)) return 'chapters';
  if (!allows(rules.states.map(fold), [fold(state)])) return 'states';
  const served = committees.map(({ ID }) => ID);
  return allows(rules.committees, served.length === 0 ? [] : [...served, 'any']) ? null : 'committees';
}

interface RulesOfClient {
  organisationId: number;
  rules: ClientRules | null;
}

interface RulesFor {
  client: RulesOfClient;
  personId: number;
  now: Date;
}

/** Whether the person may sign in to the client. If not, the client's tokens for the person do not work either. */
export async function mayBeUsedBy(store: Store, asked: RulesFor): Promise<boolean> {
  return (await readBrokenRule(store, asked)) === null;
}

/** null: the person may sign in to the client. */
export async function readBrokenRule(
  store: Store,
  { client, personId, now }: RulesFor,
): Promise<RuleBroken | null> {
  const { organisationId, rules } = client;
  if (rules !== null)
    return findBrokenRule(rules, await readMemberFacts(store, { organisationId, personId, now }));
  return (await isRemovedPerson(store, { organisationId, personId, now })) ? 'removed' : null;
}

/**
 * The names of what the broken rule requires, such as types of membership. The page that refuses a member shows them.
 */
export async function nameRequired(
  { members }: Store,
  { organisationId, rules, broken }: { organisationId: number; rules: ClientRules; broken: RuleBroken },
): Promise<string[]> {
  if (broken === 'states') return rules.states;
  if (broken === 'types') {
    const rows = await members
      .selectFrom('membership_type')
      .select(['id', 'name'])
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .execute();
    return namesOf(rows, rules.types);
  }
  const rows = await members
    .selectFrom('chapter')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute();
  return namesOf(rows, broken === 'chapters' ? rules.chapters : rules.committees);
}

/** Why the rules are refused: they name a type or chapter that does not exist. null: they can be stored. */
export async function refuseRules(
  store: Store,
  { organisationId, rules }: { organisationId: number; rules: ClientRules },
): Promise<string | null> {
  const words = [ownCommittee, 'any'];
  const named = {
    types: rules.types,
    chapters: [...rules.chapters, ...rules.committees.filter((id) => !words.includes(id))],
  };
  for (const broken of ['types', 'chapters'] as const) {
    for (const id of named[broken]) {
      const one = { ...noRules, [broken]: [id] };
      const names = await nameRequired(store, { organisationId, rules: one, broken });
      if (names.length === 0)
        return `There is no ${broken === 'types' ? 'membership type' : 'chapter'} with the ID ${id}`;
    }
  }
  return null;
}

function namesOf(rows: { id: number; name: string }[], ids: readonly string[]): string[] {
  return rows.filter(({ id }) => ids.includes(String(id))).map(({ name }) => name);
}

function allows(allowed: readonly string[], has: readonly string[]): boolean {
  return allowed.length === 0 || has.some((one) => allowed.includes(one));
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
