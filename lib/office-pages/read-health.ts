import { officeHealthSchema, type OfficeHealth } from '@/lib/contract/office-health';
import type { Office } from './find-office';

export const healthPath = '/office/health';

/** null: the caller may not see the server's health, or the server cannot check itself. */
export async function readHealth({ api }: Office): Promise<OfficeHealth | null> {
  const { status, body } = await api.read('health');
  return status === 200 ? officeHealthSchema.parse(body) : null;
}

export function formatBytes(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length);
  const value = Math.max(bytes / 1000 ** power, 0.1);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power - 1] ?? ''}`;
}
