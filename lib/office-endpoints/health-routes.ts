import type { Context } from 'hono';
import type { z } from 'zod';
import { ApiError } from '@/lib/membership-api/errors';
import type { officeHealthSchema } from '@/lib/membership-api/office-health';
import type { Installation, InstallationState } from '@/lib/membership-office/installation';
import { checkOffice, type OfficeRouteServices } from './office-check';

export async function readHealth(context: Context, services: OfficeRouteServices): Promise<Response> {
  await checkOffice(context, services, 'readHealth');
  return respond(context, requireInstallation(services));
}

/** POST: the response has the results, unless the checks take longer than a few seconds. */
export async function checkHealth(context: Context, services: OfficeRouteServices): Promise<Response> {
  await checkOffice(context, services, 'checkHealth');
  const installation = requireInstallation(services);
  await installation.startCheck();
  return respond(context, installation);
}

/** POST: starts a backup in DATA_DIR. */
export async function backUpNow(context: Context, services: OfficeRouteServices): Promise<Response> {
  await checkOffice(context, services, 'backUp');
  const installation = requireInstallation(services);
  await installation.startBackup();
  return respond(context, installation);
}

function requireInstallation({ installation }: OfficeRouteServices): Installation {
  if (installation === null) throw new ApiError('not_found', 'This server cannot check itself');
  return installation;
}

async function respond(context: Context, installation: Installation): Promise<Response> {
  return context.json(toJson(await installation.read()), 200, { 'Cache-Control': 'no-store' });
}

function toJson(state: InstallationState): z.infer<typeof officeHealthSchema> {
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
    Changes: state.changes.map(({ title, items }) => ({ Title: title, Items: items })),
  };
}
