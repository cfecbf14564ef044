/** What the office can see and do about the installation: checks, backups, storage and the version. */
import { z } from 'zod';

/**
 * The result of a check by the command `doctor`. `note`: it works, but there is something that the operator may want to
 * know.
 */
export const findingSchema = z.object({
  level: z.enum(['fine', 'note', 'wrong']),
  /** What was checked, such as `mail` or `database`. */
  subject: z.string(),
  text: z.string(),
  /** The advice: what to do about the finding. null: nothing has to be done. */
  fix: z.string().nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** `problem` says why the last job failed. null: it did not fail. */
export interface Job {
  isRunning: boolean;
  problem: string | null;
}

export interface InstallationState {
  version: string;
  engine: 'SQLite' | 'PostgreSQL';
  /** null: not known, because PostgreSQL stores the data elsewhere. */
  databaseBytes: number | null;
  /** Free space on the disk of the data folder. */
  freeBytes: number;
  /** The last check since the server started. null: there was none. */
  lastCheck: { at: Date; results: Finding[] } | null;
  check: Job;
  lastBackup: { at: Date; folder: string; bytes: number } | null;
  /** The job that makes a backup. null: the database is PostgreSQL, which has its own tool for backups. */
  backup: Job | null;
  /** The newest section of CHANGELOG.md. */
  changes: ChangelogPart[];
}

/** A heading of the changelog with the items below it. */
export interface ChangelogPart {
  title: string;
  items: string[];
}

export interface Installation {
  read(): Promise<InstallationState>;
  /** Starts the job unless it is already running, and waits a few seconds for it to end. */
  startCheck(): Promise<void>;
  startBackup(): Promise<void>;
}
