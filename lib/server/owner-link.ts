import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileName = 'owner-link.txt';

export function writeOwnerLink(dataDir: string, link: string): string {
  const file = join(dataDir, fileName);
  removeOwnerLink(dataDir);
  writeFileSync(/* turbopackIgnore: true */ file, `${link}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}

export function removeOwnerLink(dataDir: string): void {
  rmSync(join(dataDir, fileName), { force: true });
}
