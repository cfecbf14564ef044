import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UsageError } from './session';

const mappingFileSchema = z.strictObject({
  map: z.record(z.string(), z.string()).optional(),
  set: z.record(z.string(), z.string()).optional(),
  extras: z.array(z.string()).optional(),
  searchableExtras: z.array(z.string()).optional(),
  encoding: z.string().optional(),
  dateOrder: z.enum(['dmy', 'mdy']).optional(),
  /** The name of the system that assigned the IDs in the file. */
  source: z.string().min(1).optional(),
  separators: z.string().optional(),
  /** The answer to each group of problems, by its key. */
  answers: z.record(z.string(), z.string()).optional(),
  headerLine: z.number().int().positive().optional(),
});

/** The content of `--mapping FILE`. Options on the command line take precedence over the file. */
export type MappingFile = z.infer<typeof mappingFileSchema>;

/** @throws UsageError naming the invalid part of the file */
export function readMappingFile(path: string): MappingFile {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(
      `--mapping ${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
  const parsed = mappingFileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path: at, message }) => `${at.join('.') || 'the file'}: ${message}`,
  );
  throw new UsageError(`--mapping ${path}: ${problems.join('; ')}`);
}
