import { officeSettingsSchema, type OfficeSettings } from '@/lib/contract/office-settings';
import type { Office } from './find-office';

export const settingsPath = '/office/settings';

/** null: the caller may not see the settings. */
export async function readSettings({ api }: Office): Promise<(OfficeSettings & { etag: string }) | null> {
  const { status, body, etag } = await api.read('settings');
  return status === 200 ? { ...officeSettingsSchema.parse(body), etag: etag ?? '' } : null;
}
