/** Files with members that the office uploads. They are deleted after a day (docs/decisions.md, J26). */
import { z } from 'zod';
import {
  importPhases,
  importReportSchema,
  importSettingsSchema,
  type ImportSettings,
  type OfficeImport,
} from '@/lib/contract/office-imports';

export interface Upload {
  organisationId: number;
  /** The person who uploads. */
  personId: number;
  signedInAt?: Date | null;
  name: string;
  bytes: Uint8Array;
}

export interface OfficeImports {
  /** Newest first. */
  list(organisationId: number): Promise<OfficeImport[]>;
  /** null: there is no import with this ID, or it was deleted after a day. */
  find(organisationId: number, id: string): Promise<OfficeImport | null>;
  /**
   * Stores a file and starts a check.
   * @returns the ID. null: the organisation has too many files
   */
  add(upload: Upload): Promise<string | null>;
  /**
   * Waits a second for the job to end.
   * @returns false if a job is running already
   */
  start(job: NewJob): Promise<boolean>;
  /** Asks the running job to stop. What the job has already written stays. */
  stop(organisationId: number, id: string): Promise<void>;
  remove(organisationId: number, id: string): Promise<void>;
}

export interface NewJob {
  organisationId: number;
  id: string;
  kind: 'check' | 'import';
  personId: number;
  /** Absent or null: unknown, so the import changes nothing that needs a recent sign-in. */
  signedInAt?: Date | null;
  /** By default, the job uses the settings of the previous job. */
  settings?: ImportSettings;
}

/** This folder is in DATA_DIR and has a folder for each upload. */
export const uploadsFolder = 'uploads';

/** The names of the files in the folder of an upload. */
export const uploadFiles = {
  content: 'content',
  upload: 'upload.json',
  job: 'job.json',
  progress: 'progress.json',
  report: 'report.json',
  /** The result of the last job that ended. */
  ended: 'ended.json',
  /** If this file exists, the job stops. */
  stop: 'stop',
} as const;

export const uploadSchema = z.object({
  organisationId: z.number(),
  name: z.string(),
  uploadedAt: z.string(),
  bytes: z.number(),
});

export const importJobSchema = z.object({
  number: z.number(),
  kind: z.enum(['check', 'import']),
  personId: z.number(),
  /** When the person signed in, in milliseconds since 1970. null: unknown. */
  signedInAt: z.number().nullable().default(null),
  /** A job of an earlier release may have settings that no longer exist. */
  settings: z.object(importSettingsSchema.shape),
  /** How many members the import removes, according to the last check. null: the job is a check. */
  confirmedRemovals: z.number().nullable(),
});
export type ImportJob = z.infer<typeof importJobSchema>;

export const jobProgressSchema = z.object({
  number: z.number(),
  phase: z.enum(importPhases),
  done: z.number(),
  total: z.number().nullable(),
});

export const jobEndSchema = z.object({ number: z.number() });

export const jobReportSchema = z.object({ number: z.number(), report: importReportSchema });
