import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

test('the lock file names the binaries of every platform, so that `npm ci` works on each', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
      )
      .map((name) => `${path} → ${name}`),
  );
  expect(missing).toEqual([]);
});
