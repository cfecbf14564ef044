/**
 * What a company's contact sees and changes of its staff, the sub-members: an extension of our own API, only for its own
 * web app.
 */
import { z } from 'zod';
import { ownRules } from './fields/field';

/** `GET user/members/ID/staff` */
export const ownStaffSchema = z.object({
  Company: z.string(),
  Rule: z.enum(ownRules),
  /** false: the membership of the company is not valid, so its contact changes nothing. */
  IsOpen: z.boolean(),
  /** How many people the type of the membership allows. 0: no limit. */
  Most: z.number(),
  Staff: z.array(
    z.object({
      ID: z.string(),
      FirstName: z.string(),
      LastName: z.string(),
      Email: z.string(),
      /** false: the office has not approved the person yet. */
      Checked: z.boolean(),
      SignIn: z.enum(['signed in', 'invited', 'not invited']),
      /** Only the office changes people with a role in it. */
      HasRole: z.boolean(),
      /** The contact has asked the office to end the membership on this day. null: nobody has asked. */
      LeavesOn: z.string().nullable(),
      /** The contact added the person, and the office has not decided yet. */
      MayTakeBack: z.boolean(),
    }),
  ),
});
export type OwnStaff = z.infer<typeof ownStaffSchema>;

/** The fields of a person have their own limits (`person.ts`). */
const filled = z.string().trim().min(1, { error: 'must not be empty' });

/** `POST user/members/ID/staff`. `AddAnyway`: also if the company has somebody with this name or address. */
export const newStaffSchema = z.strictObject({
  FirstName: filled,
  LastName: filled,
  Email: filled,
  AddAnyway: z.boolean().default(false),
});

/**
 * The members whose end a company's contact has proposed. The names are not stored, so an erasure need not find them.
 * They are added when the proposal is read.
 */
export const leavingSchema = z.array(
  z.object({ ID: z.string(), LastDay: z.iso.date(), Name: z.string().optional() }),
);
export type Leaving = z.infer<typeof leavingSchema>[number];

/** With `ExpiryDate: null`, the membership has the same last day as the company's membership. */
export function partOfCompany(company: string) {
  return { Kind: 'individual', ParentID: company, ExpiryDate: null };
}

/** The membership ends on its own last day. null: it has none. */
export function leavesCompany(lastDay: string | null) {
  return { ParentID: null, ExpiryDate: lastDay };
}
