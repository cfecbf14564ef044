/** A member's own memberships, and what the association lets them change. */
import { headers } from 'next/headers';
import { cache } from 'react';
import type { z } from 'zod';
import { chapterhouse, type Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { isApiFailure } from '@/lib/contract/api-failure';
import type { OwnRule } from '@/lib/contract/fields/field';
import { memberPagesSchema } from '@/lib/contract/member-pages';
import { ownEntriesSchema, type OwnEntries } from '@/lib/contract/own-entries';
import { lookUp } from '@/lib/base/look-up';
import type { OfficeStructure } from '@/lib/contract/office';
import type { FormDoor } from './find-office';
import { formFields, type FormField } from './member-form';
import { createOfficeApi } from './office-api';
import { isOwnForm } from '@/lib/account/sso/own-form';
import { findSession } from '@/lib/account/sso/session';

export type OwnEntry = OwnEntries['Members'][number];

/** Where the forms of the member's own pages are sent. */
export async function findOwnDoor(app: Chapterhouse, jar: Record<string, string>): Promise<FormDoor> {
  const { remoteApiUrl } = app.config;
  if (remoteApiUrl !== null) return { kind: 'remote', host: new URL(remoteApiUrl).hostname };
  const session = await findSession(app, jar);
  if (session === null) return { kind: 'signed-out' };
  if (session.isTokenExpired) return { kind: 'expired' };
  return { kind: 'office', api: createOfficeApi(app, session.accessToken, { under: 'user' }) };
}

/** @throws Error if another site's page sent the form */
export async function ownDoorOfForm(): Promise<FormDoor> {
  const sent = await headers();
  if (!isOwnForm(chapterhouse(), { headers: sent })) throw new Error('the form is not from this site');
  return findOwnDoor(chapterhouse(), parseCookies(sent.get('cookie')));
}

export async function readOwnEntries(app: Chapterhouse): Promise<OwnEntries | null> {
  return readOwn(app, 'members', ownEntriesSchema);
}

/**
 * null: the API does not respond, or has nothing for this person, or another site has the members.
 * @param path after `/user/`
 */
export async function readOwn<T extends z.ZodType>(
  app: Chapterhouse,
  path: string,
  schema: T,
): Promise<z.infer<T> | null> {
  const door = await findOwnDoor(app, parseCookies((await headers()).get('cookie')));
  if (door.kind !== 'office') return null;
  try {
    const { status, body } = await door.api.read(path);
    return status === 200 ? schema.parse(body) : null;
  } catch (error) {
    if (isApiFailure(error)) return null;
    throw error;
  }
}

/**
 * The pages that concern the member, read once for each request. null: the person has no valid membership, the API does
 * not respond, or another site has the members.
 */
export const readMemberPages = cache(() => readOwn(chapterhouse(), 'pages', memberPagesSchema));

export type OwnPart = 'name' | 'directory' | 'answers' | 'contact' | 'address' | 'mailing';

/** The parts whose fields are inputs of one form. */
const groups = {
  name: 'person',
  directory: 'directory',
  contact: 'contact',
  address: 'address',
  mailing: 'mailing',
} as const;

export interface OwnField extends FormField {
  rule: OwnRule;
  /** The field, or the group of fields that is changed as a whole. */
  subject: string;
}

/** The fields of a part that members may know a rule of, in the order of the form. */
export function fieldsOf(
  part: Exclude<OwnPart, 'answers'>,
  { Rules }: Pick<OwnEntries, 'Rules'>,
): OwnField[] {
  return formFields
    .filter(({ group }) => group === groups[part])
    .flatMap((field): OwnField[] => {
      const subject = Object.keys(Rules).find((path) => isWithin(field.name, path));
      const rule = subject === undefined ? undefined : lookUp(Rules, subject);
      return subject === undefined || rule === undefined ? [] : [{ ...field, rule, subject }];
    });
}

function isWithin(name: string, path: string): boolean {
  return name === path || name.startsWith(`${path}.`);
}

/** The lists that the office's forms choose from, as far as the member may use them. */
export function toStructure({ Categories, Questions }: OwnEntries): OfficeStructure {
  return {
    MembershipTypes: [],
    Categories,
    Chapters: [],
    Addons: [],
    Extras: Questions.filter(({ Rule }) => Rule !== 'locked').map((question) => ({
      ...question,
      AdminOnly: false,
    })),
  };
}

/** Without the questions that only other types of membership ask, unless the member has answered them. */
export function questionsFor(
  { MembershipType: type, Extras: others }: OwnEntry['Member'],
  { Questions }: OwnEntries,
): OwnEntries['Questions'] {
  const answered = new Set([...type.Extras, ...others].map(({ ID }) => ID));
  return Questions.filter(
    ({ ID, Types }) => Types.length === 0 || Types.includes(type.ID) || answered.has(ID),
  );
}
