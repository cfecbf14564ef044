import type { Context } from 'hono';
import { z } from 'zod';
import { undelivered } from '@/lib/mail/mailer';
import { inviteToOffice } from '@/lib/sign-in/accounts/office-invitation';
import { PeopleOfWrite } from '@/lib/sign-in/accounts/people';
import { ApiError } from '@/lib/contract/errors';
import { toLine } from '@/lib/contract/fields/text-kinds';
import { invalidRecord } from '@/lib/changes/refusals';
import { setRole } from '@/lib/changes/roles';
import { takeFromRateLimit } from '@/lib/sign-in/oauth/rate-limits';
import { blankPerson } from '@/lib/store/blank-records';
import type { MembersWriter } from '@/lib/store/members-writer';
import { checkOffice, type OfficeRouteServices, writeAs } from './office-check';
import { readBody } from './read-body';
import { refusingRoles, roleJson, roleSchema } from './role-routes';

const name = z.string().max(300).default('').transform(toLine).pipe(z.string().trim());

const inviteSchema = roleSchema.extend({
  Email: z.email({ error: 'must be an email address' }).max(300),
  FirstName: name,
  LastName: name,
  /** The caller expects that the person with this ID has the address. */
  PersonID: z.string().optional(),
});

/** The rate limit for the invitations of one association. */
const invitations = { burst: 20, perSeconds: 3600 };

/**
 * POST: gives a role to the person with this address, and emails them how to open the office. If nobody has the
 * address, a person without a membership is added. If somebody has it, the request must contain that person's ID.
 */
export async function inviteToRole(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'inviteRole');
  const body = await readBody(context, inviteSchema, { maxBytes: 64 * 1024 });
  const { Email: email, FirstName: firstName, LastName: lastName, Role: role } = body;
  const { store, clock } = services;
  const { organisationId } = access;
  const now = clock();
  const waitSeconds = await takeFromRateLimit(store, {
    bucket: `office-role:${organisationId}`,
    limit: invitations,
    now,
  });
  if (waitSeconds > 0) {
    const headers = { 'Retry-After': String(waitSeconds) };
    throw new ApiError(
      'too_many_requests',
      'Many people were invited in the last hour: try again later',
      headers,
    );
  }
  const { given, isNew } = await refusingRoles(() =>
    writeAs(context, services, access, async (writer) => {
      const known = await findKnown(writer, body);
      if (known === null && firstName + lastName === '') {
        const reason = 'must not be empty: nobody has this email address yet';
        throw invalidRecord([{ path: 'LastName', value: '', reason }]);
      }
      const personId = known ?? (await writer.nextId('person'));
      if (known === null) await writer.persons.put({ ...blankPerson(personId), firstName, lastName, email });
      const chapterIds = body.Chapters.map(Number);
      const given = await setRole(writer, { personId, role, chapterIds, isForced: false });
      return { given, isNew: known === null };
    }),
  );
  const links = { store, baseUrl: services.baseUrl, mailer: services.mailer, now };
  const mail = await inviteToOffice(links, { organisationId, personId: given.id, role }).catch(
    (error: unknown) => {
      services.logError(undelivered('An invitation to the office', error));
      return 'failed' as const;
    },
  );
  return context.json({ ...roleJson(given), Mail: mail, New: isNew }, 201, {
    'Cache-Control': 'no-store',
  });
}

/**
 * null: nobody has the address. The caller then adds the person in the same transaction, so that two simultaneous
 * invitations do not add two people.
 * @throws ApiError 409 if the caller does not name this person, or several people have the address
 */
async function findKnown(
  writer: MembersWriter,
  { Email: email, PersonID: named }: z.infer<typeof inviteSchema>,
): Promise<number | null> {
  const [person, other] = await writer.part(PeopleOfWrite).withEmail(email);
  if (other !== undefined) {
    const text = 'Several people have this email address. Find the person by name instead';
    throw new ApiError('conflict', text);
  }
  const id = person === undefined ? null : String(person.id);
  if (id === (named ?? null)) return person?.id ?? null;
  if (person === undefined) throw new ApiError('conflict', 'No one has this email address now');
  const text = 'Somebody has this email address: check that it is the right person';
  throw new ApiError('conflict', text, {}, { Person: { ID: id, Name: person.name } });
}
