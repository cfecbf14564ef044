/**
 * Part 2 of the contract describes JSON objects. This file has one schema for each of them, with the fields in the
 * contract's order. The service writes these objects and the client reads them. Our own additional fields come last.
 * They are optional, because a remote site does not have them.
 */
import { z } from 'zod';
import { wireSchema } from './fields/wire-format';
import type { WireOf } from './fields/field';
import { listedLocationFields } from './fields/location';
import { membershipHeadFields } from './fields/membership';
import { ownMembershipFields } from './fields/own-membership';
import { pictureFields } from './fields/picture';
import { locationProfileFields, profileFields } from './fields/profile';
import { standingFields } from './fields/standing';
import { userFields } from './fields/person';
import { categoryFields, listedExtraFields, listedAddonFields, listedTypeFields } from './fields/structure';
import { locationPrecisionSchema, standings } from './words';

/** Money and numbers are sent as strings. `null` means that there is no value. */
const text = z.string();

export const userSchema = wireSchema(userFields);
export type User = WireOf<typeof userFields>;
export type Address = User['Address'];

export const extraAnswerSchema = z.object({ ID: text, Question: text, Answer: text });
export type ExtraAnswer = z.infer<typeof extraAnswerSchema>;

export const membershipTypeSchema = z.object({
  ID: text,
  Type: text,
  Cost: text,
  Description: text,
  Student: z.number().int(),
  Extras: z.array(extraAnswerSchema),
});
export type MembershipType = z.infer<typeof membershipTypeSchema>;

export const chapterSchema = z.object({ ID: text, Name: text });
export type Chapter = z.infer<typeof chapterSchema>;

/** An addon that a membership holds (docs/decisions.md 5). */
export const heldAddonSchema = z.object({
  Quantity: text,
  Addon: z.object({ ID: text, Name: text, Description: text, Cost: text }),
  ExpiryDate: text.nullable(),
  Extras: z.array(extraAnswerSchema),
});
export type HeldAddon = z.infer<typeof heldAddonSchema>;

const membershipBase = {
  ...wireSchema(membershipHeadFields).shape,
  Status: text,
  Chapter: chapterSchema.nullable(),
  MembershipType: membershipTypeSchema,
  AmountOutstanding: text,
  Addons: z.array(heldAddonSchema),
  Extras: z.array(extraAnswerSchema),
};
const payment = {
  Currency: text,
  InvoiceURL: text.nullable(),
  PaymentURL: text.nullable(),
  ...wireSchema(ownMembershipFields).shape,
};

/**
 * What the public directory shows of a member today. Lists send it as `PublicEntry`, and under its older name
 * `Directory`, if `Include[]` names it (docs/decisions.md 22). In a member record, `Directory` is what the member chose.
 */
export const directorySettingsSchema = z.object({ Listed: z.boolean(), Show: z.array(text) });
export type DirectorySettings = z.infer<typeof directorySettingsSchema>;

/** A location as part of a membership. */
const memberLocationSchema = z.object({
  ...wireSchema(listedLocationFields).shape,
  ...wireSchema(locationProfileFields).partial().shape,
  Precision: locationPrecisionSchema,
});
export type MemberLocation = z.infer<typeof memberLocationSchema>;

/** An element of the v2 list of memberships. Only `Include[]` adds the fields after the payment (docs/decisions.md 22). */
export const membershipSchema = z.object({
  ...membershipBase,
  User: userSchema,
  ...payment,
  Directory: directorySettingsSchema.optional(),
  ...wireSchema(profileFields).partial().shape,
  ...wireSchema(pictureFields).partial().shape,
  PublicEntry: directorySettingsSchema.optional(),
  /** What members with a valid membership see of the member today (docs/decisions.md, A3). */
  MembersEntry: directorySettingsSchema.optional(),
  Categories: z.array(z.number().int()).optional(),
  Locations: z.array(memberLocationSchema).optional(),
});
export type Membership = z.infer<typeof membershipSchema>;

const parentSchema = z.object({
  ID: text,
  MembershipName: text,
  ExpiryDate: text.nullable(),
  Status: text,
  Checked: z.boolean(),
  Expired: z.boolean(),
  Standing: z.enum(standings).optional(),
});
/** Extensions of the logged-in user's memberships (docs/decisions.md 21). */
const ownExtensions = {
  Checked: z.boolean().optional(),
  Expired: z.boolean().optional(),
  /** Only our own directory gets it, and only if the membership is suspended, cancelled or of somebody who died. */
  Standing: z.enum(standings).optional(),
  Parent: parentSchema.nullable().optional(),
};

/** The logged-in user's own membership. */
export const ownMembershipSchema = z.object({ ...membershipBase, ...payment, ...ownExtensions });
export type OwnMembership = z.infer<typeof ownMembershipSchema>;

/** The logged-in user is the contact of the organisation that has this membership. */
export const corporateMembershipSchema = z.object({
  ...membershipBase,
  ...payment,
  MembershipName: text,
  ...ownExtensions,
});
export type CorporateMembership = z.infer<typeof corporateMembershipSchema>;

const committeeSchema = z.object({ Chapter: chapterSchema.nullable(), Financial: z.boolean() });

/** The logged-in user (v2). */
export const loggedInUserSchema = z.object({
  ...userSchema.shape,
  Membership: ownMembershipSchema.nullable(),
  CorporateMemberships: z.array(corporateMembershipSchema),
  CommitteeMemberships: committeeSchema,
  ID: text.optional(),
  /**
   * Only this installation's own web app gets this field. If the value would be false, the field is absent
   * (docs/decisions.md, J7).
   */
  Removed: z.literal(true).optional(),
});
export type LoggedInUser = z.infer<typeof loggedInUserSchema>;

/** An element of the v1 list of members: the person's fields and the membership, with the payment fields beside it. */
export const memberV1Schema = z.object({
  ...userSchema.shape,
  Membership: z.object(membershipBase),
  ...payment,
  Committee: committeeSchema,
});

export const categorySchema = wireSchema(categoryFields);
export type Category = WireOf<typeof categoryFields>;

export const membershipTypeListingSchema = wireSchema(listedTypeFields);
export type MembershipTypeListing = WireOf<typeof listedTypeFields>;

export const addonListingSchema = wireSchema(listedAddonFields);
export type AddonListing = WireOf<typeof listedAddonFields>;

/**
 * `AnswerType` (docs/decisions.md 4): 0 is free text, 1 is one of the options, 2 is any number of options, 3 is yes or
 * no, 4 is a number, and 5 is a date.
 */
export const extraListingSchema = wireSchema(listedExtraFields);
export type ExtraListing = WireOf<typeof listedExtraFields>;

/** An element of the v2 list of locations. `Distance`: in kilometres with three decimals, if the query has a point. */
export const locationSchema = z.object({
  ...wireSchema(listedLocationFields).shape,
  Membership: membershipSchema,
  Distance: text.nullable(),
  Precision: locationPrecisionSchema.optional(),
  ...wireSchema(locationProfileFields).partial().shape,
});
export type Location = z.infer<typeof locationSchema>;

/**
 * The member record (docs/decisions.md, J1). It has the fields of an element of the v2 list of memberships. Its other
 * fields have the same form as in the archive. `Directory` is what the member chose, and `PublicEntry` is what the
 * public directory shows today. `Balance` is negative if the association owes the member something. A remote site of an
 * earlier version sends neither `Balance` nor `PublicEntry`, nor what only members see.
 */
export const memberResourceSchema = membershipSchema.extend({
  Balance: text.optional(),
  User: userSchema.extend({ ID: text }),
  Kind: z.enum(['individual', 'corporate']),
  ParentID: text.nullable(),
  Checked: z.boolean(),
  ...wireSchema(standingFields).shape,
  Categories: z.array(z.number().int()),
  Directory: z.object({
    Listed: z.boolean(),
    Show: z.array(text).nullable(),
    MembersListed: z.boolean().optional(),
    ShowMembers: z.array(text).nullable().optional(),
  }),
  Locations: z.array(memberLocationSchema),
});
export type MemberResource = z.infer<typeof memberResourceSchema>;

/** `Changes` has the old and the new value of each field, as the client sees it. */
export const memberWriteSchema = z.object({
  Member: memberResourceSchema.nullable(),
  Changes: z.record(text, z.tuple([z.unknown(), z.unknown()])),
  /** Other memberships that the same request changed or removed. */
  AlsoChanged: z.array(text),
});

export const memberBatchSchema = z.object({
  Results: z.array(
    z.object({ ID: text, ETag: text.nullable(), ...memberWriteSchema.omit({ AlsoChanged: true }).shape }),
  ),
  AlsoChanged: z.array(text),
});

export const tokenResponseSchema = z.object({
  access_token: text,
  expires_in: z.number().int(),
  token_type: text,
  scope: text.nullable(),
  /** Present only if the scope has `openid`. */
  id_token: text.optional(),
  /** Present only if the scope has `offline_access`. */
  refresh_token: text.optional(),
});
export type TokenResponse = z.infer<typeof tokenResponseSchema>;

/** `members:write` and `office` are our own scopes. */
const apiScopes = ['basic', 'members', 'user', 'members:write', 'office'] as const;
/** What a site may know about the person who signs in (OpenID Connect Core §5.4). `membership` is our own scope. */
export const openidScopes = ['openid', 'profile', 'email', 'address', 'phone', 'membership'] as const;
/** The claims about a person, besides `sub`. @see OpenID Connect Core §5.1 and §5.4 */
export const personClaims = [
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'email',
  'email_verified',
  'address',
  'phone_number',
  'phone_number_verified',
  'membership_status',
  'membership_valid_until',
  'membership_types',
  'chapters',
  'committees',
] as const;

/** The scope with which a client gets a refresh token. A client must be registered for this scope. */
const offlineScope = 'offline_access';
export const scopes = [...apiScopes, ...openidScopes, offlineScope] as const;
export type Scope = (typeof scopes)[number];
/** All API scopes except `office`, which is for the directory's own client only. */
export const dataScopes = apiScopes.filter((scope) => scope !== 'office');
export const clientScopes = scopes.filter((scope) => scope !== 'office');

export const errorBodySchema = z.object({ error: text, error_description: text });

const recordErrorDetails = {
  fields: z.array(z.object({ field: text, reason: text })).optional(),
  /** In a response with status 412, this is the current record. */
  Member: memberResourceSchema.optional(),
  /** In a response with status 409, these are the IDs of the sub-memberships of the membership to be removed. */
  SubMembers: z.array(text).optional(),
};

/** `items`: the refused changes of a batch. `item`: the index of the change. */
export const recordErrorSchema = errorBodySchema.extend({
  ...recordErrorDetails,
  items: z.array(errorBodySchema.extend({ ...recordErrorDetails, item: z.number().int() })).optional(),
});
