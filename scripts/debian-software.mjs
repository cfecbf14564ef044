import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { aptInstall, canUseApt, onPath } from './find-chromium.mjs';

const packages = [
  'apache2',
  'libapache2-mod-auth-openidc',
  'python3-authlib',
  'python3-flask',
  'python3-requests',
];

/** Installs the sites of lib/openid/debian-clients.test.ts, for root on Debian. Elsewhere those that are missing are skipped. */
export function installDebianSoftware() {
  if (findApache() !== null && findPythonWith(['authlib', 'flask', 'requests']) !== null) return;
  if (!canUseApt()) return;
  console.log(`Installing ${packages.join(', ')} …`);
  aptInstall(['--no-install-recommends', ...packages]);
}

/** Apache with mod_auth_openidc, or null. */
export function findApache() {
  const program = ['/usr/sbin/apache2', onPath(['apache2', 'httpd'])].find(
    (path) => path && existsSync(path),
  );
  const modules = ['/usr/lib/apache2/modules', '/usr/lib64/httpd/modules'].find((path) =>
    existsSync(`${path}/mod_auth_openidc.so`),
  );
  return program && modules ? { program, modules } : null;
}

/** The first Python that can import these modules, or null. Debian's packages are only for Debian's own Python. */
export function findPythonWith(names) {
  const found = ['/usr/bin/python3', onPath(['python3'])].find(
    (path) => path && spawnSync(path, ['-c', `import ${names.join(', ')}`], { stdio: 'ignore' }).status === 0,
  );
  return found ?? null;
}
