/**
 * The JSON that `export` writes and `import` reads: the API's own shapes, and beside them what the API does not tell
 * (exact points, categories, approval, choices). One record a line, in the order of the IDs: two exports of the same
 * data are the same bytes.
 */
import { z } from 'zod';
import {
  addressSchema,
  chapterSchema,
  categorySchema,
  extraAnswerSchema,
  extraListingSchema,
  financialStatusSchema,
  addonListingSchema,
  heldAddonSchema,
  locationPrecisionSchema,
  membershipTypeListingSchema,
  userSchema,
} from '@/lib/membership-api/resources';

export const archiveFormat = 'chapterhouse-1';

const id = z.string().regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number in quotation marks');
const date = z.iso.date().nullable();
const text = z.string();

const archivedOrganisationSchema = z.object({
  ID: z.number().int().positive(),
  Name: text,
  TimeZone: text,
  Country: text,
  Currency: text,
  NoticeDays: z.number().int().min(0),
  ListedStatuses: z.array(financialStatusSchema),
  Colour: text.nullable(),
  LogoURL: text.nullable(),
  InvoiceURLTemplate: text.nullable(),
  PaymentURLTemplate: text.nullable(),
});

const archivedTypeSchema = membershipTypeListingSchema.extend({
  Description: text,
  Student: z.boolean(),
  Extras: z.array(z.number().int()),
});

const archivedAddonSchema = addonListingSchema.extend({ Description: text });

const archivedLocationSchema = z.object({
  ID: id,
  Email: text,
  Name: text,
  Address: text,
  Suburb: text,
  State: text,
  Country: text,
  Postcode: text,
  FullPhone: text,
  Website: text,
  Geolocation: z.object({ Lat: text, Lng: text }),
  Precision: locationPrecisionSchema,
});

export const archivedMembershipSchema = z.object({
  ID: id,
  MembershipNumber: text,
  ExpiryDate: date,
  JoiningDate: date,
  Chapter: chapterSchema.nullable(),
  MembershipType: z.object({ ID: id, Type: text }),
  AmountOutstanding: text.regex(/^\d+\.\d{3}$/),
  Addons: z.array(heldAddonSchema.omit({ Addon: true }).extend({ Addon: z.object({ ID: id, Name: text }) })),
  Extras: z.array(extraAnswerSchema),
  User: userSchema.extend({ ID: id, Address: addressSchema, MailingAddress: addressSchema }),
  Currency: text.nullable(),
  InvoiceURL: text.nullable(),
  PaymentURL: text.nullable(),
  Kind: z.enum(['individual', 'corporate']),
  ParentID: id.nullable(),
  Checked: z.boolean(),
  Categories: z.array(z.number().int()),
  Directory: z.object({ Listed: z.boolean(), Show: z.array(text).nullable() }),
  Locations: z.array(archivedLocationSchema),
});
export type ArchivedMembership = z.infer<typeof archivedMembershipSchema>;

const archivedSeatSchema = z.object({
  PersonID: id,
  ChapterID: id.nullable(),
  StartsOn: date,
  EndsOn: date,
});

/** Everything but the memberships, which are read and written one by one. */
export const archiveHeadSchema = z.object({
  Format: z.literal(archiveFormat),
  Organisation: archivedOrganisationSchema,
  Chapters: z.array(z.object({ ID: z.number().int(), Name: text })),
  Categories: z.array(categorySchema),
  Extras: z.array(extraListingSchema),
  Addons: z.array(archivedAddonSchema),
  MembershipTypes: z.array(archivedTypeSchema),
  CommitteeSeats: z.array(archivedSeatSchema),
});
export type ArchiveHead = z.infer<typeof archiveHeadSchema>;
