import { z } from 'zod';

const jobSchema = z.object({ Running: z.boolean(), Problem: z.string().nullable() });

const checkResultSchema = z.object({
  Level: z.enum(['fine', 'note', 'wrong']),
  Subject: z.string(),
  Text: z.string(),
  /** What to do about the finding. null: nothing has to be done. */
  Fix: z.string().nullable(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

export const officeHealthSchema = z.object({
  Version: z.string(),
  Engine: z.string(),
  /** null: the size of the database is not known. */
  DatabaseBytes: z.number().nullable(),
  FreeBytes: z.number(),
  /** What is wrong with the database now, with what to do. */
  Problems: z.array(z.string()),
  LastCheck: z.object({ At: z.string(), Results: z.array(checkResultSchema) }).nullable(),
  Check: jobSchema,
  LastBackup: z.object({ At: z.string(), Folder: z.string(), Bytes: z.number() }).nullable(),
  /** The last backup that the office started. null: the database is PostgreSQL, which has its own tool for backups. */
  Backup: jobSchema.nullable(),
  /** Questions that were imported for the office only, but whose answers members and connected sites can read. */
  OpenQuestions: z.array(z.object({ ID: z.string(), Question: z.string() })),
  Changes: z.array(z.object({ Title: z.string(), Items: z.array(z.string()) })),
});
export type OfficeHealth = z.infer<typeof officeHealthSchema>;
