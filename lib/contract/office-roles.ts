import { z } from 'zod';
import { mailOutcomes } from './office-mails';
import { officeRoles } from './fields/role';

export const officeRolesSchema = z.object({
  Roles: z.array(
    z.object({
      PersonID: z.string(),
      Role: z.enum(officeRoles),
      /** The IDs of an officer's chapters. */
      Chapters: z.array(z.string()),
      Name: z.string(),
      Email: z.string(),
      LastSignInAt: z.string().nullable(),
      /** Whoever has one of them signs in as this person. */
      Passkeys: z.array(
        z.object({ Name: z.string(), CreatedAt: z.string(), LastUsedAt: z.string().nullable() }),
      ),
    }),
  ),
});
/** The 409 response to `POST office/roles`: the address belongs to a person whom the request does not name. */
export const knownPersonSchema = z.object({ Person: z.object({ ID: z.string(), Name: z.string() }) });
/** The response to `POST office/roles`. */
export const invitedSchema = z.object({
  PersonID: z.string(),
  Mail: z.enum(mailOutcomes),
  New: z.boolean(),
});

export type OfficeRoleHolder = z.infer<typeof officeRolesSchema>['Roles'][number];
