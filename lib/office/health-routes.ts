import type { Context } from 'hono';
import type { z } from 'zod';
import { describeMailProblem, readMailState } from '@/lib/mail/mail-state';
import { ApiError } from '@/lib/contract/errors';
import type { officeHealthSchema } from '@/lib/contract/office-health';
import type { Installation, InstallationState } from '@/lib/contract/office-rights/installation';
import { findOpenQuestions } from '@/lib/changes/open-questions';
import type { ExtraRecord } from '@/lib/store/schema/records';
import { readStructure } from '@/lib/store/structure';
import { checkOffice, type OfficeAccess, type OfficeRouteServices } from './office-check';

export async function readHealth(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'readHealth');
  return respond(context, services, access);
}

/** POST: the response has the results, unless the checks take longer than a few seconds. */
export async function checkHealth(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'checkHealth');
  await requireInstallation(services).startCheck();
  return respond(context, services, access);
}

/** POST: starts a backup in DATA_DIR. */
export async function backUpNow(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'backUp');
  await requireInstallation(services).startBackup();
  return respond(context, services, access);
}

function requireInstallation({ installation }: OfficeRouteServices): Installation {
  if (installation === null) throw new ApiError('not_found', 'This server cannot check itself');
  return installation;
}

async function respond(
  context: Context,
  services: OfficeRouteServices,
  { organisationId }: OfficeAccess,
): Promise<Response> {
  const { store, mailSettings: settings } = services;
  const { members } = store;
  const mail = describeMailProblem(await readMailState(store, { organisationId, settings }), settings);
  const state = await requireInstallation(services).read();
  const structure = await readStructure(members, organisationId);
  const open = structure === null ? [] : await findOpenQuestions(members, structure);
  const problems = mail === null ? state.problems : [...state.problems, `${mail.text} ${mail.fix}`];
  return context.json(toJson({ ...state, problems }, open), 200, { 'Cache-Control': 'no-store' });
}

function toJson(state: InstallationState, open: readonly ExtraRecord[]): z.infer<typeof officeHealthSchema> {
  const { lastCheck, check, lastBackup, backup } = state;
  return {
    Version: state.version,
    Engine: state.engine,
    DatabaseBytes: state.databaseBytes,
    FreeBytes: state.freeBytes,
    Problems: state.problems,
    LastCheck: lastCheck && {
      At: lastCheck.at.toISOString(),
      Results: lastCheck.results.map(({ level, subject, text, fix }) => ({
        Level: level,
        Subject: subject,
        Text: text,
        Fix: fix,
      })),
    },
    Check: { Running: check.isRunning, Problem: check.problem },
    LastBackup: lastBackup && {
      At: lastBackup.at.toISOString(),
      Folder: lastBackup.folder,
      Bytes: lastBackup.bytes,
    },
    Backup: backup && { Running: backup.isRunning, Problem: backup.problem },
    OpenQuestions: open.map(({ id, question }) => ({ ID: String(id), Question: question })),
    Changes: state.changes.map(({ title, items }) => ({ Title: title, Items: items })),
  };
}
