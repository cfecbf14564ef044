import type { Context } from 'hono';
import type { z } from 'zod';
import { ApiError } from '@/lib/contract/errors';
import { importSettingsSchema, type oneImportSchema, type OfficeImport } from '@/lib/contract/office-imports';
import { maxImportBytes } from '@/lib/contract/import-choices';
import { mustBe } from '@/lib/contract/query-values';
import { readBytes } from '@/lib/sign-in/oauth/parameters';
import type { OfficeImports } from '@/lib/contract/office-rights/imports';
import { checkOffice, type OfficeRouteServices } from './office-check';
import { readBody } from './read-body';

const noStore = { 'Cache-Control': 'no-store' };
const maxSettingsBytes = 512 * 1024;
const maxName = 200;

export async function listImports(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'listImports');
  const imports = await requireImports(services).list(organisationId);
  const heads = imports.map(({ ID, Name, UploadedAt, DeletedAt, Bytes, State, Progress }) => {
    return { ID, Name, UploadedAt, DeletedAt, Bytes, State, Progress };
  });
  return context.json({ Imports: heads }, 200, noStore);
}

/**
 * POST: uploads a file and starts a check. The body is the file, of any media type. The query contains the file's name.
 */
export async function addImport(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId, personId, signedInAt } = await checkOffice(context, services, 'addImport');
  const imports = requireImports(services);
  const name = (context.req.query('Name') ?? 'members').trim();
  if (name === '' || name.length > maxName || /[\p{Cc}/\\]/u.test(name)) {
    throw mustBe('Name', `the name of the file, of at most ${maxName} characters`);
  }
  const bytes = await readBytes(context.req.raw, maxImportBytes);
  if (bytes.length === 0) throw new ApiError('invalid_request', 'The file is empty');
  const id = await imports.add({ organisationId, personId, signedInAt, name, bytes });
  if (id === null) throw new ApiError('conflict', 'There are too many uploaded files: delete some first');
  return respond(context, await requireOne(imports, organisationId, id), 201);
}

export async function readImport(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'readImport');
  const found = await requireOne(requireImports(services), organisationId, idOf(context));
  return respond(context, found);
}

/** PUT: sets all settings and starts a check with them. */
export async function checkImport(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId, personId, signedInAt } = await checkOffice(context, services, 'checkImport');
  const imports = requireImports(services);
  await requireOne(imports, organisationId, idOf(context));
  const settings = await readBody(context, importSettingsSchema, { maxBytes: maxSettingsBytes });
  const job = { organisationId, id: idOf(context), kind: 'check', personId, signedInAt, settings } as const;
  if (!(await imports.start(job))) throw busy();
  return respond(context, await requireOne(imports, organisationId, idOf(context)));
}

/** POST: uses the settings of the last check. */
export async function runImport(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId, personId, signedInAt } = await checkOffice(context, services, 'runImport');
  const imports = requireImports(services);
  const { State } = await requireOne(imports, organisationId, idOf(context));
  if (State !== 'checked') throw new ApiError('conflict', 'The file must be checked before it is imported');
  const job = { organisationId, id: idOf(context), kind: 'import', personId, signedInAt } as const;
  if (!(await imports.start(job))) throw busy();
  return respond(context, await requireOne(imports, organisationId, idOf(context)));
}

export async function stopImport(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'stopImport');
  const imports = requireImports(services);
  await requireOne(imports, organisationId, idOf(context));
  await imports.stop(organisationId, idOf(context));
  return respond(context, await requireOne(imports, organisationId, idOf(context)));
}

export async function removeImport(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'removeImport');
  const imports = requireImports(services);
  const { State } = await requireOne(imports, organisationId, idOf(context));
  if (State === 'checking' || State === 'importing') throw busy();
  await imports.remove(organisationId, idOf(context));
  return context.body(null, 204, noStore);
}

function requireImports({ imports }: OfficeRouteServices): OfficeImports {
  if (imports === null) throw new ApiError('not_found', 'This server cannot import files');
  return imports;
}

async function requireOne(imports: OfficeImports, organisationId: number, id: string): Promise<OfficeImport> {
  const found = await imports.find(organisationId, id);
  if (found === null) throw new ApiError('not_found', 'There is no uploaded file with this ID');
  return found;
}

function idOf(context: Context): string {
  return context.req.param('import') ?? '';
}

function busy(): ApiError {
  return new ApiError('conflict', 'Another check or import is running: try again in a minute');
}

function respond(context: Context, found: OfficeImport, status: 200 | 201 = 200): Response {
  const body: z.infer<typeof oneImportSchema> = { Import: found };
  return context.json(body, status, noStore);
}
