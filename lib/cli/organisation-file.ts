import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { organisationSettingsSchema } from './organisation-settings';
import { CommandError } from './session';

const id = z.number().int().positive().max(999_999_999_999_999).optional();
const name = z.string().trim().min(1, 'must not be empty');
const flag = z.boolean().optional();
const cost = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,3})?$/, 'must be an amount in quotation marks, such as "120.00"')
  .transform((text) => Math.round(Number(text) * 1000))
  .optional();
const answerTypes = ['text', 'one', 'any', 'yes/no', 'number', 'date'] as const;

const typeSchema = z.strictObject({
  id,
  name,
  cost,
  description: z.string().optional(),
  student: flag,
  searchable: flag,
  visible: flag,
  anniversaryExpiry: flag,
  gst: flag,
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
  answerType: z
    .enum(answerTypes)
    .transform((text) => answerTypes.indexOf(text))
    .optional(),
  options: z.array(name).optional(),
});

const fileSchema = organisationSettingsSchema.partial().extend({
  types: z.array(typeSchema).default([]),
  categories: z.array(z.strictObject({ id, name, description: z.string().optional() })).default([]),
  chapters: z.array(z.strictObject({ id, name })).default([]),
  addons: z.array(addonSchema).default([]),
  extras: z.array(extraSchema).default([]),
});

/** What `organisation apply` reads: settings, and the structure by name. What it leaves out stays as it is. */
export type OrganisationFile = z.infer<typeof fileSchema>;

/** @throws CommandError naming every field that is wrong and what was expected */
export function readOrganisationFile(path: string): OrganisationFile {
  const parsed = fileSchema.safeParse(readJson(path));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path: at, message }) => `${fieldName(at)}: ${message}`);
  throw new CommandError([`${path} is not right:`, ...problems].join('\n'));
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

/** `types[2].cost`; the file itself when the problem is no field's. */
function fieldName(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text.replace(/^\./, '') || 'the file';
}
