import { z } from 'zod';
import { financialStatusSchema } from '@/lib/membership-api/resources';
import type { OrganisationRecord } from '@/lib/membership-service/store/records';
import { UsageError } from './session';

const address = z.url({ protocol: /^https?$/, message: 'must be an http or https address' });
const template = z
  .string()
  .regex(/^https?:\/\/\S+$/, 'must be an http or https address, with {MembershipNumber} or {ID}');

/** The settings as a file has them; `null` takes an optional one away. */
export const organisationSettingsSchema = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty'),
  timeZone: z.string().refine(isTimeZone, 'must be the name of a time zone, such as Australia/Melbourne'),
  country: z.string().trim(),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a code of three letters, such as AUD'),
  noticeDays: z.number('must be a number of days').int().min(0).max(366),
  listedStatuses: z.array(financialStatusSchema),
  colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as #rrggbb')
    .nullable(),
  logoUrl: address.nullable(),
  invoiceUrlTemplate: template.nullable(),
  paymentUrlTemplate: template.nullable(),
}) satisfies z.ZodType<Omit<OrganisationRecord, 'id'>>;

/** How text on the command line becomes a value, where it is not the value itself; an empty text takes one away. */
function fromText(key: string, text: string): unknown {
  if (key === 'noticeDays') return text === '' ? NaN : Number(text);
  if (key === 'listedStatuses') return text.split(/[\s,]+/).filter((word) => word !== '');
  const isOptional = ['colour', 'logoUrl', 'invoiceUrlTemplate', 'paymentUrlTemplate'].includes(key);
  return isOptional && text === '' ? null : text;
}

/** In the order in which they are shown. */
export const settingNames = Object.keys(organisationSettingsSchema.shape);

/**
 * The organisation with one setting changed.
 * @throws UsageError naming the setting and what was expected
 */
export function applySetting(
  organisation: OrganisationRecord,
  [key, text]: [string, string],
): OrganisationRecord {
  const schema: z.ZodType | undefined = Object.entries(organisationSettingsSchema.shape).find(
    ([name]) => name === key,
  )?.[1];
  if (schema === undefined)
    throw new UsageError(`There is no setting "${key}"; there are ${settingNames.join(', ')}`);
  const parsed = schema.safeParse(fromText(key, text));
  if (!parsed.success)
    throw new UsageError(`"${key}" ${parsed.error.issues[0]?.message ?? 'cannot be read'}`);
  return { ...organisation, [key]: parsed.data };
}

/** Whether the runtime knows an IANA time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
