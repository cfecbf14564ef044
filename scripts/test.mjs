// `npm test`: the whole suite, from an empty state. Arguments go to vitest: `npm test -- lib/map/geo` runs only those
// files, and neither starts nor installs what they do not use. `npm run test:long`: the same, but seeded tests try many
// more cases (lib/base/test-strength.ts).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize, relative } from 'node:path';
import { ensureInstalled, projectDir } from './install.mjs';

process.chdir(projectDir);
const isLong = process.argv.includes('--long');
if (isLong) process.env.TEST_STRENGTH = 'long';
const chosen = process.argv.slice(2).filter((argument) => argument !== '--long');
const isWhole = chosen.length === 0;
// For the whole suite, other software is installed while npm installs packages and while the first checks run.
let isSoftwareInstalled = isWhole ? installSoftware() : Promise.resolve();
ensureInstalled({ development: true });
const { findChromium, findHeadlessShell } = await import('./find-chromium.mjs');
const { freePort, startPostgres } = await import('./start-postgres.mjs');
const needs = isWhole ? { postgres: true, software: true } : await needsOf(chosen);
if (!isWhole && needs.software) isSoftwareInstalled = installSoftware();

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-tests-'));
let postgres = null;
const total = { passed: 0, failed: 0, skipped: 0 };
/** The failures are printed again at the end, because CI keeps only the last part of the output. */
const failures = [];
try {
  if (isWhole) {
    // Each check uses one core. Three at a time keep two cores busy until the end.
    await Promise.all([
      check('lint', ['eslint', '.']),
      check('types', ['tsc', '--noEmit']).then(() => check('no unused code', ['knip', '--no-progress'])),
      check('format', ['prettier', '--check', '--log-level', 'warn', '.']),
    ]);
  }
  await isSoftwareInstalled;
  if (needs.postgres) postgres = await startPostgres();
  unitTests();
  if (isWhole) await journeys();
} catch (error) {
  // For example: no PostgreSQL was found.
  failures.push(error.message);
  add({ passed: 0, failed: 1, skipped: 0 });
} finally {
  postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(`✗ ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

function installSoftware() {
  const script = spawn(process.execPath, ['scripts/install-test-software.mjs'], { stdio: 'inherit' });
  return once(script, 'close');
}

/**
 * What the chosen unit tests use, judged by the code that they load.
 * @param {string[]} chosen parts of paths of test files, as vitest reads them
 */
async function needsOf(chosen) {
  const { importedBy } = await import('./imports.mjs');
  const loaded = { files: new Set(), packages: new Set() };
  for (const part of ['app', 'components', 'faults', 'lib', 'scripts']) {
    for (const file of readdirSync(part, { recursive: true }).map((name) => join(part, name))) {
      if (/\.test\.tsx?$/.test(file) && chosen.some((text) => file.includes(normalize(text))))
        importedBy(join(projectDir, file), loaded);
    }
  }
  const files = [...loaded.files].map((file) => relative(projectDir, file));
  return {
    postgres: files.some(
      (file) => !file.startsWith('scripts') && readFileSync(file, 'utf8').includes('TEST_POSTGRES_URL'),
    ),
    software: files.includes(join('scripts', 'debian-software.mjs')),
  };
}

/** Prints the program's output when the program ends, because several programs run at a time. */
async function check(name, [program, ...args]) {
  const child = spawn('npx', ['--no-install', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
  const [code] = await once(child, 'close');
  const isFine = code === 0;
  process.stdout.write(Buffer.concat(printed));
  console.log(`${isFine ? '✓' : '✗'} ${name}`);
  if (!isFine) failures.push(name);
  add({ passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0 });
}

function unitTests() {
  const file = join(folder, 'vitest.json');
  const isFine = npx(
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...chosen],
    postgres === null ? {} : { TEST_POSTGRES_URL: postgres.url },
  );
  const report = readReport(file);
  const failed = report?.numFailedTests ?? 0;
  if (!isFine) failures.push(...failedUnitTests(report));
  add({
    passed: report?.numPassedTests ?? 0,
    // A file that does not load has no failed test, but is a failure.
    failed: isFine ? failed : Math.max(1, failed),
    skipped: report?.numPendingTests ?? 0,
  });
}

async function journeys() {
  const file = join(folder, 'playwright.json');
  const dataDir = join(folder, 'data');
  const isFine = npx(['playwright', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM_PATH: await findHeadlessShell(),
    FULL_CHROMIUM_PATH: await findChromium(),
    E2E_PORT: String(await freePort()),
    E2E_DATA_DIR: dataDir,
    TEST_POSTGRES_URL: postgres.url,
  });
  // The output of the server under test, which playwright.config.ts sends to a file.
  if (!isFine && existsSync(`${dataDir}.log`))
    console.log(readFileSync(`${dataDir}.log`, 'utf8').slice(-4000));
  const report = readReport(file);
  const stats = report?.stats;
  if (!isFine) {
    const errors = (report?.errors ?? [{ message: 'playwright wrote no report' }]).map(
      ({ message }) => message,
    );
    failures.push(...errors.map(firstLines), ...(report?.suites ?? []).flatMap(failedJourneys));
  }
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  add({
    passed: stats?.expected ?? 0,
    failed: isFine ? failed : Math.max(1, failed),
    skipped: stats?.skipped ?? 0,
  });
}

/** One text for each failed test and for each file that did not load, with the start of its error message. */
function failedUnitTests(report) {
  if (!report) return ['vitest wrote no report'];
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${relative(projectDir, name)}: ${firstLines(message)}`];
      return failed.map(
        ({ fullName, failureMessages }) =>
          `${relative(projectDir, name)} › ${fullName}: ${firstLines(failureMessages.join('\n'))}`,
      );
    });
}

function failedJourneys({ suites = [], specs = [] }) {
  return [
    ...specs
      .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file} › ${title}`),
    ...suites.flatMap(failedJourneys),
  ];
}

function firstLines(message) {
  return message.split('\n').slice(0, 6).join('\n  ');
}

function npx([program, ...args], env) {
  const result = spawnSync('npx', ['--no-install', program, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return result.status === 0;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function add(counts) {
  for (const key of Object.keys(total)) total[key] += counts[key];
}
