import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  categoryFields,
  chapterFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/contract/fields/structure';
import { fieldSchema } from '@/lib/contract/fields/wire-format';
import { organisationSettingsSchema } from './organisation-settings';
import { CommandError } from './session';

const id = fieldSchema(categoryFields.ID.kind).optional();
const name = fieldSchema(categoryFields.Name.kind).transform((text) => text.trim());
const description = fieldSchema(categoryFields.Description.kind).optional();
const flag = z.boolean().optional();
const cost = fieldSchema(membershipTypeFields.Cost.kind).optional();
const answerTypes = ['text', 'one', 'any', 'yes/no', 'number', 'date'] as const;

const typeSchema = z.strictObject({
  id,
  name,
  cost,
  description,
  student: flag,
  searchable: flag,
  visible: flag,
  anniversaryExpiry: flag,
  gst: flag,
  maxSubMembers: fieldSchema(membershipTypeFields.MaxSubMembers.kind).optional(),
  extras: z.array(z.string()).optional(),
});
const addonSchema = typeSchema.pick({
  id: true,
  name: true,
  cost: true,
  description: true,
  searchable: true,
  visible: true,
  gst: true,
});
const extraSchema = z.strictObject({
  id,
  question: name,
  searchName: name.optional(),
  searchable: flag,
  adminOnly: flag,
  membersOnly: flag,
  onCard: flag,
  answerType: z
    .enum(answerTypes)
    .transform((text) => answerTypes.indexOf(text))
    .optional(),
  options: fieldSchema(extraFields.Options.kind).optional(),
});

const fileSchema = organisationSettingsSchema.partial().extend({
  types: z.array(typeSchema).default([]),
  categories: z.array(z.strictObject({ id, name, description })).default([]),
  chapters: z
    .array(z.strictObject({ id, name, contact: fieldSchema(chapterFields.Contact.kind).optional() }))
    .default([]),
  addons: z.array(addonSchema).default([]),
  extras: z.array(extraSchema).default([]),
});

/**
 * For `organisation apply`: the settings and the structure. Items of the structure refer to each other by name. Missing
 * parts stay unchanged.
 */
export type OrganisationFile = z.infer<typeof fileSchema>;

/** @throws CommandError naming every invalid field and what was expected */
export function readOrganisationFile(path: string): OrganisationFile {
  const parsed = fileSchema.safeParse(readJson(path));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path: at, message }) => `${fieldName(at)}: ${message}`);
  throw new CommandError([`${path} has errors:`, ...problems].join('\n'));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CommandError(
      `${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Returns a name such as `types[2].cost`, or “the file” if the problem is not in a field. */
function fieldName(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text.replace(/^\./, '') || 'the file';
}
