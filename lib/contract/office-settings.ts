import { z } from 'zod';

const fields = z.record(z.string(), z.unknown());
const items = z.array(fields.and(z.object({ ID: z.string() })));

export const officeSettingsSchema = z.object({
  Settings: fields,
  MembershipTypes: items,
  Categories: items,
  Chapters: items,
  Addons: items,
  Extras: items,
});
export type OfficeSettings = z.infer<typeof officeSettingsSchema>;

/** The response to `DELETE` of an item that is in use. */
export const itemInUseSchema = z.object({ Uses: z.string() });
