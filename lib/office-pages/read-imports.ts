import type { z } from 'zod';
import { officeImportsSchema, oneImportSchema, type OfficeImport } from '@/lib/contract/office-imports';
import type { Office } from './find-office';

type Head = z.infer<typeof officeImportsSchema>['Imports'][number];

/** null: the caller may not see imports. */
export async function readImports({ api }: Office): Promise<Head[] | null> {
  const { status, body } = await api.read('imports');
  return status === 200 ? officeImportsSchema.parse(body).Imports : null;
}

/** null: there is no such file, or the caller may not see imports. */
export async function readImport({ api }: Office, id: string): Promise<OfficeImport | null> {
  const { status, body } = await api.read(`imports/${encodeURIComponent(id)}`);
  return status === 200 ? oneImportSchema.parse(body).Import : null;
}
