import { z } from 'zod';
import { ownMembershipFields } from './fields/own-membership';
import { officeRoles } from './fields/role';
import { wireSchema } from './fields/wire-format';
import { memberResourceSchema } from './resources';

/** `GET office/me`: the caller's role and what it allows. */
export const officeMeSchema = z.object({
  PersonID: z.string(),
  Role: z.enum(officeRoles),
  /** The IDs of an officer's chapters. */
  Chapters: z.array(z.string()),
  /** The setting `OfficerAccess` of the association. null: the caller is not an officer. */
  OfficerAccess: z.string().nullable(),
  /** null: the caller is not a reader. */
  ReadersSeeContact: z.boolean().nullable(),
  /** Whether a mail server is set. Without one, emails wait. */
  SendsMail: z.boolean(),
  SignedInAt: z.string().nullable(),
  /** Until this time, the sign-in counts as recent. */
  RecentUntil: z.string().nullable(),
  Endpoints: z.array(z.object({ Method: z.string(), Path: z.string(), NeedsRecentSignIn: z.boolean() })),
});
export type OfficeMe = z.infer<typeof officeMeSchema>;

const named = z.array(z.object({ ID: z.string(), Name: z.string() }));

/** `GET office/structure`: the items to which members refer. Readers get no admin-only extras. */
export const officeStructureSchema = z.object({
  MembershipTypes: named,
  Categories: named,
  Chapters: named,
  Addons: named,
  Extras: z.array(
    z.object({
      ID: z.string(),
      Question: z.string(),
      AdminOnly: z.boolean(),
      MembersOnly: z.boolean(),
      /** One of the options is the answer, or yes or no. */
      IsOne: z.boolean(),
      Options: z.array(z.string()),
    }),
  ),
});
export type OfficeStructure = z.infer<typeof officeStructureSchema>;

const { User: user, Locations: locations, Addons: addons } = memberResourceSchema.shape;
const {
  Status: status,
  ExpiryDate: expiryDate,
  JoiningDate: joiningDate,
  AmountOutstanding: amount,
} = memberResourceSchema.shape;

/** The member has said that the membership ends at its last day. */
export const leavingSchema = z.object({
  SaidOn: z.string(),
  /** null: the membership has no last day. */
  LastDay: z.string().nullable(),
  /** '': the member gave no reason. Absent: the caller may not see it. */
  Reason: z.string().optional(),
});
export type Leaving = z.infer<typeof leavingSchema>;

/** A member as the caller may see them: readers and some chapter officers get only a part of the record. */
export const officeMemberSchema = memberResourceSchema.omit({ User: true, Locations: true }).extend({
  Status: status.optional(),
  ExpiryDate: expiryDate.optional(),
  JoiningDate: joiningDate.optional(),
  AmountOutstanding: amount.optional(),
  Addons: z.array(addons.element.partial({ ExpiryDate: true })),
  ...wireSchema(ownMembershipFields).partial().shape,
  InvoiceURL: z.string().nullable().optional(),
  PaymentURL: z.string().nullable().optional(),
  User: user
    .omit({ Address: true })
    .partial()
    .extend({ Address: z.record(z.string(), z.string().nullable()) }),
  Locations: z.array(locations.element.partial()),
  Leaving: leavingSchema.optional(),
});
export type OfficeMember = z.infer<typeof officeMemberSchema>;
