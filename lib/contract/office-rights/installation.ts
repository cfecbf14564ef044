/** What the office can see and do about the installation: checks, backups, storage and the version. */
import { z } from 'zod';

/** A result of `doctor`. `note`: nothing is wrong, but the operator may want to know something. */
export const findingSchema = z.object({
  level: z.enum(['fine', 'note', 'wrong']),
  /** What was checked, such as `mail` or `database`. */
  subject: z.string(),
  text: z.string(),
  /** What to do about the finding. null: nothing. */
  fix: z.string().nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** `problem`: why the last job failed. null: it did not fail. */
export interface Job {
  isRunning: boolean;
  problem: string | null;
}

export interface InstallationState {
  version: string;
  engine: 'SQLite' | 'PostgreSQL';
  /** null: not known, because PostgreSQL stores the data elsewhere. */
  databaseBytes: number | null;
  /** The free space on the disk of the data folder. */
  freeBytes: number;
  /** What is wrong with the database now, with what to do. */
  problems: string[];
  /** The last check since the server started. null: there was no check. */
  lastCheck: { at: Date; results: Finding[] } | null;
  check: Job;
  lastBackup: { at: Date; folder: string; bytes: number } | null;
  /** null: PostgreSQL has its own tool for backups. */
  backup: Job | null;
  /** The newest section of CHANGELOG.md. */
  changes: ChangelogPart[];
}

export interface ChangelogPart {
  title: string;
  items: string[];
}

export interface Installation {
  read(): Promise<InstallationState>;
  /** Waits a few seconds for the job to end. Starts nothing if it is already running. */
  startCheck(): Promise<void>;
  startBackup(): Promise<void>;
}
