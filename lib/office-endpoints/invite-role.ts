import type { Context } from 'hono';
import { z } from 'zod';
import { undelivered } from '@/lib/mail/mailer';
import { inviteToOffice } from '@/lib/membership-accounts/office-invitation';
import { findPeopleByEmail } from '@/lib/membership-accounts/people';
import { ApiError } from '@/lib/membership-api/errors';
import { invalidRecord } from '@/lib/membership-changes/refusals';
import { setRole } from '@/lib/membership-changes/roles';
import { takeFromRateLimit } from '@/lib/membership-oauth/rate-limits';
import { blankPerson } from '@/lib/membership-store/blank-records';
import { checkOffice, type OfficeRouteServices } from './office-check';
import { readBody } from './read-body';
import { refusingRoles, roleJson, roleSchema } from './role-routes';
import { writeAs } from './write-as';

const inviteSchema = roleSchema.extend({
  Email: z.email({ error: 'must be an email address' }).max(300),
  FirstName: z.string().trim().max(300).default(''),
  LastName: z.string().trim().max(300).default(''),
});

/** Invitations of an association. */
const invitations = { burst: 20, perSeconds: 3600 };

/**
 * POST: gives a role to the person with this address, who is added without a membership if nobody has it, and mails
 * them how to open the office.
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
  const [known, other] = await findPeopleByEmail(store, { organisationId, email });
  if (other !== undefined) {
    const text = 'Several people have this email address. Find the person by name instead';
    throw new ApiError('conflict', text);
  }
  if (known === undefined && firstName + lastName === '') {
    const reason = 'must not be empty: nobody has this email address yet';
    throw invalidRecord([{ path: 'LastName', value: '', reason }]);
  }
  const given = await refusingRoles(() =>
    writeAs(context, services, access, async (writer) => {
      const personId = known?.id ?? (await writer.nextId('person'));
      if (known === undefined)
        await writer.putPerson({ ...blankPerson(personId), firstName, lastName, email });
      return setRole(writer, { personId, role, chapterIds: body.Chapters.map(Number), isForced: false });
    }),
  );
  const links = { store, baseUrl: services.baseUrl, mailer: services.mailer, now };
  const mail = await inviteToOffice(links, { organisationId, personId: given.id, role }).then(
    () => 'sent' as const,
    (error: unknown) => {
      services.logError(undelivered('An invitation to the office', error));
      return 'failed' as const;
    },
  );
  return context.json({ ...roleJson(given), Mail: mail, New: known === undefined }, 201, {
    'Cache-Control': 'no-store',
  });
}
