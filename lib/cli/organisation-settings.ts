import { z } from 'zod';
import type { Kind } from '@/lib/contract/fields/field';
import { organisationFields } from '@/lib/contract/fields/organisation';
import { fieldSchema } from '@/lib/contract/fields/wire-format';
import { enteredLogoUrl } from '@/lib/changes/valid-organisation';
import type { OrganisationRecord } from '@/lib/store/schema/records';
import { UsageError } from './session';

type Settings = Omit<OrganisationRecord, 'id'>;

const settings = new Map(
  Object.values(organisationFields)
    .filter(({ key }) => key !== 'id')
    .map(({ key, kind }): [string, Kind<unknown>] => [key, key === 'logoUrl' ? enteredLogoUrl : kind]),
);

/** `null` clears an optional setting. */
export const organisationSettingsSchema = z.strictObject(
  Object.fromEntries([...settings].map(([key, kind]) => [key, fieldSchema(kind)])),
  // The object above has one schema for each setting.
) as z.ZodObject<{ [K in keyof Settings]: z.ZodType<Settings[K]> }, z.core.$strict>;

/** An empty text clears an optional setting. */
function fromText({ blank }: Kind<unknown>, text: string): unknown {
  if (typeof blank === 'number') return text === '' ? NaN : Number(text);
  if (typeof blank === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  if (Array.isArray(blank)) return text.split(/[\s,]+/).filter((word) => word !== '');
  return blank === null && text === '' ? null : text;
}

export const settingNames = [...settings.keys()];

/** @throws UsageError naming the setting and what was expected */
export function applySetting(
  organisation: OrganisationRecord,
  [key, text]: [string, string],
): OrganisationRecord {
  const kind = settings.get(key);
  if (kind === undefined)
    throw new UsageError(`There is no setting "${key}". The settings are ${settingNames.join(', ')}`);
  const parsed = fieldSchema(kind).safeParse(fromText(kind, text));
  if (!parsed.success)
    throw new UsageError(`"${key}" ${parsed.error.issues[0]?.message ?? 'cannot be read'}`);
  return { ...organisation, [key]: parsed.data };
}
