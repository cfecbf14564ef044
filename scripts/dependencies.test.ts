import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}
interface Lock {
  packages: Record<string, { license?: string; hasInstallScript?: boolean }>;
}

const readJson = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

test('docs/dependencies.md names every package of package.json, and no other', () => {
  const { dependencies, devDependencies } = readJson<Manifest>('package.json');
  const rows = readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| (`.*?) \|/gm);
  const named = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual([...Object.keys(dependencies), ...Object.keys(devDependencies)].sort());
});

test('versions are exact', () => {
  const { dependencies, devDependencies } = readJson<Manifest>('package.json');
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});

test('every package with an install script is named, and its script refused', () => {
  const { packages } = readJson<Lock>('package-lock.json');
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScript.map(([path]) => path.replace(/^.*node_modules\//, ''));
  const { allowScripts } = readJson<Manifest>('package.json');
  expect(allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, false])));
  // Some versions of npm do not read `allowScripts`, so we always call npm with `--ignore-scripts`.
  for (const file of ['Dockerfile', 'docs/operators.md', 'scripts/install.mjs']) {
    const calls = readFileSync(file, 'utf8').match(/^.*(npm ci |'npm', \['ci').*$/gm) ?? [];
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(call).toContain('--ignore-scripts');
  }
});

// Permissive licences, and LGPL and MPL for packages that are used unchanged as libraries. The docs explain the licence
// of react-leaflet.
const allowed =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Python-2\.0|MPL-2\.0|LGPL-3\.0-or-later|CC0-1\.0|CC-BY-4\.0|Unlicense|Zlib)$/;
const explained: Record<string, string> = {
  'react-leaflet': 'Hippocratic-2.1',
  '@react-leaflet/core': 'Hippocratic-2.1',
};

test('every installed package has a known licence', () => {
  const { packages } = readJson<Lock>('package-lock.json');
  const unknown = Object.entries(packages).filter(([path, { license }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    if (path === '' || (license !== undefined && explained[name] === license)) return false;
    return !(license ?? ownLicence(path))
      .split(/ (?:AND|OR) /)
      .every((part) => allowed.test(part.replace(/[()]/g, '')));
  });
  expect(unknown).toEqual([]);
});

/** Some packages give their licence in an old form that the lock file omits. */
function ownLicence(path: string): string {
  const { licenses = [] } = readJson<{ licenses?: { type: string }[] }>(`${path}/package.json`);
  return licenses.map(({ type }) => type).join(' OR ') || 'none';
}
