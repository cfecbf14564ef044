import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { hasCode } from '@/lib/base/error-code';
import { importSettingsSchema, type OfficeImport } from '@/lib/contract/office-imports';
import {
  importJobSchema,
  jobEndSchema,
  jobProgressSchema,
  jobReportSchema,
  uploadFiles,
  uploadSchema,
  uploadsFolder,
  type ImportJob,
  type NewJob,
  type OfficeImports,
  type Upload,
} from '@/lib/contract/office-rights/imports';
import { writeWhole } from '@/lib/server/write-whole';
import { waitAtMost } from '@/lib/base/wait-at-most';
import type { CommandResult } from './run-command';

interface ImportsServices {
  dataDir: string;
  run: (args: string[]) => Promise<CommandResult>;
  logError: (error: unknown) => void;
  /** How long a request waits for a job. */
  timeoutMs?: number;
  /** How many uploaded files an organisation may have at the same time. */
  maxUploads?: number;
}

const lifeMs = 24 * 60 * 60_000;
/** After this time without progress, a job or its server must have been killed. */
const silenceMs = 2 * 60_000;
/** How many jobs this process runs at the same time. Each job needs a few hundred megabytes. */
const maxJobs = 2;

export function createImports({
  dataDir,
  run,
  logError,
  // A person who waits for longer sees how far the job is.
  timeoutMs = 1_000,
  maxUploads = 20,
}: ImportsServices): OfficeImports {
  const root = join(dataDir, uploadsFolder);
  const running = new Map<string, Promise<void>>();

  async function find(organisationId: number, id: string): Promise<OfficeImport | null> {
    if (!/^[0-9a-f-]{36}$/.test(id)) return null;
    const upload = readPart(root, id, uploadFiles.upload, uploadSchema);
    if (upload === null || upload.organisationId !== organisationId) return null;
    if (isOver(upload.uploadedAt)) {
      await removeFolder(id);
      return null;
    }
    return toImport(root, id, { upload, isRunning: running.has(id) });
  }

  async function list(organisationId: number): Promise<OfficeImport[]> {
    const found: OfficeImport[] = [];
    for (const id of await namesIn(root)) {
      const one = await find(organisationId, id);
      if (one !== null) found.push(one);
    }
    return found.sort((a, b) => b.UploadedAt.localeCompare(a.UploadedAt));
  }

  /** Removes old uploads, also those of other organisations, and old folders that a killed server left behind. */
  async function removeOld(): Promise<void> {
    for (const id of await namesIn(root)) {
      const { mtimeMs } = await stat(join(root, id)).catch(() => ({ mtimeMs: Date.now() }));
      const upload = readPart(root, id, uploadFiles.upload, uploadSchema);
      if (upload === null ? Date.now() - mtimeMs > lifeMs : isOver(upload.uploadedAt)) await removeFolder(id);
    }
  }

  async function removeFolder(id: string): Promise<void> {
    await rm(join(root, id), { recursive: true, force: true });
  }

  async function add({
    organisationId,
    personId,
    signedInAt = null,
    name,
    bytes,
  }: Upload): Promise<string | null> {
    await removeOld();
    if ((await list(organisationId)).length >= maxUploads) return null;
    const id = randomUUID();
    const folder = join(root, id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, uploadFiles.content), bytes, { mode: 0o600 });
    const upload = { organisationId, name, uploadedAt: new Date().toISOString(), bytes: bytes.length };
    writeWhole(join(folder, uploadFiles.upload), JSON.stringify(upload));
    await start({ organisationId, id, kind: 'check', personId, signedInAt });
    return id;
  }

  async function start(wanted: NewJob): Promise<boolean> {
    const { id } = wanted;
    if (running.has(id) || running.size >= maxJobs) return false;
    const prepared = prepare(wanted);
    const work = prepared
      .then((job) => (job === null ? undefined : runJob(join(root, id), job.number)))
      .finally(() => running.delete(id));
    // The job is recorded before anything is awaited, so that no other request starts a job on this upload.
    running.set(id, work);
    if ((await prepared) === null) return false;
    await waitAtMost(work, timeoutMs);
    return true;
  }

  /** null: there is no such upload, or another server runs a job on it. */
  async function prepare({
    organisationId,
    id,
    kind,
    personId,
    signedInAt,
    settings,
  }: NewJob): Promise<ImportJob | null> {
    const upload = readPart(root, id, uploadFiles.upload, uploadSchema);
    if (upload === null || upload.organisationId !== organisationId) return null;
    const known = await toImport(root, id, { upload, isRunning: false });
    if (known.Progress !== null) return null;
    const before = readPart(root, id, uploadFiles.job, importJobSchema);
    const job: ImportJob = {
      number: (before?.number ?? 0) + 1,
      kind,
      personId,
      signedInAt: signedInAt?.getTime() ?? null,
      settings: settings ?? before?.settings ?? importSettingsSchema.parse({}),
      confirmedRemovals: kind === 'check' ? null : (known.Report?.Preview?.Removed ?? 0),
    };
    const folder = join(root, id);
    await rm(join(folder, uploadFiles.stop), { force: true });
    await rm(join(folder, uploadFiles.progress), { force: true });
    writeWhole(join(folder, uploadFiles.job), JSON.stringify(job));
    return job;
  }

  async function runJob(folder: string, number: number): Promise<void> {
    try {
      const { exitCode, err } = await run(['import-job', folder]);
      const isStopped = existsSync(join(folder, uploadFiles.stop));
      if (exitCode !== 0 && !isStopped) logError(new Error(`An office import failed: ${err.trim()}`));
    } catch (error) {
      logError(error);
    }
    // The upload may have been deleted meanwhile.
    if (existsSync(folder)) writeWhole(join(folder, uploadFiles.ended), JSON.stringify({ number }));
  }

  return {
    list,
    find,
    add,
    start,
    stop: async (organisationId, id) => {
      if ((await find(organisationId, id)) === null) return;
      writeFileSync(join(root, id, uploadFiles.stop), '', { mode: 0o600 });
      const work = running.get(id);
      if (work !== undefined) await waitAtMost(work, timeoutMs);
    },
    remove: async (organisationId, id) => {
      if ((await find(organisationId, id)) !== null) await removeFolder(id);
    },
  };
}

function isOver(uploadedAt: string): boolean {
  return Date.now() - Date.parse(uploadedAt) > lifeMs;
}

async function toImport(
  root: string,
  id: string,
  { upload, isRunning }: { upload: z.infer<typeof uploadSchema>; isRunning: boolean },
): Promise<OfficeImport> {
  const job = readPart(root, id, uploadFiles.job, importJobSchema);
  const found = readPart(root, id, uploadFiles.report, jobReportSchema);
  const progress = readPart(root, id, uploadFiles.progress, jobProgressSchema);
  const isDone = job !== null && found?.number === job.number;
  const state = job === null || isDone ? null : await stateOf(root, id, { job, isRunning });
  return {
    ID: id,
    Name: upload.name,
    UploadedAt: upload.uploadedAt,
    DeletedAt: new Date(Date.parse(upload.uploadedAt) + lifeMs).toISOString(),
    Bytes: upload.bytes,
    State: state ?? (found === null ? 'uploaded' : found.report.IsWritten ? 'imported' : 'checked'),
    Progress:
      state !== 'checking' && state !== 'importing'
        ? null
        : progress !== null && progress.number === job?.number
          ? { Phase: progress.phase, Done: progress.done, Total: progress.total }
          : { Phase: 'reading', Done: 0, Total: null },
    Settings: job?.settings ?? importSettingsSchema.parse({}),
    Report: found?.report ?? null,
  };
}

/** Another server with this data folder may run the job. */
async function stateOf(
  root: string,
  id: string,
  { job, isRunning }: { job: ImportJob; isRunning: boolean },
): Promise<OfficeImport['State']> {
  const state = job.kind === 'check' ? 'checking' : 'importing';
  if (isRunning) return state;
  const end = existsSync(join(root, id, uploadFiles.stop)) ? 'stopped' : 'failed';
  if (readPart(root, id, uploadFiles.ended, jobEndSchema)?.number === job.number) return end;
  const sign = (name: string) =>
    stat(join(root, id, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  const last = Math.max(await sign(uploadFiles.job), await sign(uploadFiles.progress));
  return Date.now() - last > silenceMs ? end : state;
}

/** null: the file does not exist yet, or was deleted. */
function readPart<T>(root: string, id: string, name: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(join(root, id, name), 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return null;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
