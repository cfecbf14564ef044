import { z } from 'zod';
import { financialStatusSchema } from '@/lib/membership-api/resources';
import type { OrganisationRecord } from '@/lib/membership-service/store/records';
import { UsageError } from './session';

const address = z.url({ protocol: /^https?$/, message: 'must be an http or https address' });
const orNull = (schema: z.ZodType<string, string>) =>
  z
    .literal('')
    .transform(() => null)
    .or(schema);
const template = z
  .string()
  .regex(/^https?:\/\/\S+$/, 'must be an http or https address, with {MembershipNumber} or {ID}');

/** How each setting is read from text; an empty text takes an optional one away. */
const settings = {
  name: z.string().min(1, 'must not be empty'),
  timeZone: z.string().refine(isTimeZone, 'must be the name of a time zone, such as Australia/Melbourne'),
  country: z.string(),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a code of three letters, such as AUD'),
  noticeDays: z.coerce.number('must be a number of days').int().min(0).max(366),
  listedStatuses: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''))
    .pipe(z.array(financialStatusSchema)),
  colour: orNull(z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as #rrggbb')),
  logoUrl: orNull(address),
  invoiceUrlTemplate: orNull(template),
  paymentUrlTemplate: orNull(template),
} satisfies Partial<Record<keyof OrganisationRecord, z.ZodType>>;

export const settingNames = Object.keys(settings);

/**
 * The organisation with one setting changed.
 * @throws UsageError naming the setting and what was expected
 */
export function applySetting(
  organisation: OrganisationRecord,
  [key, text]: [string, string],
): OrganisationRecord {
  const schema: z.ZodType | undefined = Object.entries(settings).find(([name]) => name === key)?.[1];
  if (schema === undefined)
    throw new UsageError(`There is no setting "${key}"; there are ${settingNames.join(', ')}`);
  const parsed = schema.safeParse(text);
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
