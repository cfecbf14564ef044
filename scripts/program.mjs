import { createHash } from 'node:crypto';
import { accessSync, constants, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { projectDir } from './install.mjs';

const folder = join(projectDir, '.build');
// These files also decide what a bundle contains.
const alwaysRead = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/program.mjs'];
/** Packages with many files, which take Node a long time to find and load. */
const bundledPackages = new Set([
  '@hono/node-server',
  'commander',
  'csv-parse',
  'csv-stringify',
  'hono',
  'jose',
  'kysely',
  'nodemailer',
  'sanitize-html',
  'temporal-polyfill',
  'zod',
]);
const stampMark = '\n//# sources=';

/**
 * Imports a program written in TypeScript, such as `server.ts`. It is bundled into one file, which loads in a quarter
 * of the processor time. If that file cannot be written, tsx compiles each module.
 * @param {string} entry relative to the project
 */
export async function importProgram(entry) {
  const bundle = await ensureBundle(entry);
  if (bundle === null) {
    const { register } = await import('tsx/esm/api');
    register();
    return import(pathToFileURL(join(projectDir, entry)).href);
  }
  const prepareStackTrace = nameSources(bundle);
  Error.prepareStackTrace = prepareStackTrace;
  const program = await import(pathToFileURL(bundle).href);
  // Next.js has replaced this function, so it is set again.
  Error.prepareStackTrace = prepareStackTrace;
  return program;
}

/**
 * Stack traces with the files and lines of the sources. Node can do the same, but then it also reads the maps of all
 * files of Next.js when the program starts.
 */
function nameSources(bundle) {
  const { href } = pathToFileURL(bundle);
  const place = new RegExp(`${href.replace(/[^\w/]/g, '\\$&')}:(\\d+):(\\d+)`);
  let map = null;
  const sourceOf = (whole, line, column) => {
    map ??= new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
    const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
    if (originalSource === undefined) return whole;
    return `${fileURLToPath(new URL(originalSource, href))}:${originalLine + 1}:${originalColumn + 1}`;
  };
  return (error, frames) => {
    let lines = frames.map(String);
    try {
      lines = lines.map((line) => line.replace(place, sourceOf));
    } catch {
      // The source map has been deleted.
    }
    return [titleOf(error), ...lines].join('\n    at ');
  };
}

function titleOf(error) {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}

/**
 * Bundles a program unless its bundle was made from the same sources in the same folder.
 * @param {string} entry relative to the project
 * @returns {Promise<string | null>} the path of the bundle; null: it is missing or old, and this user cannot write it
 */
export async function ensureBundle(entry) {
  const file = join(folder, `${entry.replace(extname(entry), '').replaceAll('/', '-')}.mjs`);
  if (isCurrent(file)) return file;
  try {
    await mkdir(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    return null;
  }
  const { code, map } = await bundle(entry, file);
  return (await replaceFile(`${file}.map`, map)) && (await replaceFile(file, code)) ? file : null;
}

function isCurrent(file) {
  try {
    const text = readFileSync(file, 'utf8');
    const { paths, digest } = JSON.parse(text.slice(text.lastIndexOf(stampMark) + stampMark.length));
    const sources = new Map(paths.map((path) => [path, readFileSync(path)]));
    return digestOf(sources) === digest;
  } catch {
    // The bundle does not exist, or one of its sources no longer exists.
    return false;
  }
}

function digestOf(sources) {
  const hash = createHash('sha256').update(projectDir);
  for (const [path, content] of sources) hash.update(`\0${path}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}

async function bundle(entry, file) {
  const { build } = await import('esbuild');
  const sources = new Map(
    alwaysRead.map((name) => [join(projectDir, name), readFileSync(join(projectDir, name))]),
  );
  const { outputFiles } = await build({
    absWorkingDir: projectDir,
    entryPoints: [entry],
    outfile: file,
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Packages of CommonJS load Node's modules with this function.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
    },
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'error',
    external: externalPackages(),
    plugins: [{ name: 'sources', setup: (setup) => readSources(setup, sources) }],
  });
  const [map, code] = ['.map', '.mjs'].map(
    (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text,
  );
  const digest = digestOf(sources);
  const named = code.replaceAll('"digest of the sources"', JSON.stringify(digest));
  return { code: `${named}${stampMark}${JSON.stringify({ paths: [...sources.keys()], digest })}`, map };
}

/** Packages that are not bundled: some have native code, and some start threads from their files. */
function externalPackages() {
  const { dependencies } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
  return Object.keys(dependencies)
    .filter((name) => !bundledPackages.has(name))
    .flatMap((name) => [name, `${name}/*`]);
}

/**
 * Records the sources that are read. In the bundle, `import.meta` of a source has the URL and folder of the source, not
 * of the bundle.
 */
function readSources(setup, sources) {
  setup.onLoad({ filter: /\.(tsx?|mjs|json)$/ }, ({ path }) => {
    if (/[\\/]node_modules[\\/]/.test(path)) return undefined;
    const content = readFileSync(path);
    sources.set(path, content);
    const contents = content
      .toString()
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
    const loader = extname(path).slice(1);
    return { contents, loader: loader === 'mjs' ? 'js' : loader };
  });
}

/** Other processes never see an incomplete file. */
async function replaceFile(file, text) {
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, text);
    await rename(draft, file);
    return true;
  } catch {
    return false;
  }
}
