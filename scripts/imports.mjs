import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const compilerOptions = {
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  module: ts.ModuleKind.ESNext,
  allowJs: true,
  paths: { '@/*': [join(root, '*')] },
  jsx: ts.JsxEmit.Preserve,
};

/**
 * The code that runs when a file is loaded: the file itself and everything that it imports, directly or indirectly.
 * Imports of types alone run no code.
 * @param {string} file an absolute path
 * @param {{ files: Set<string>, packages: Set<string> }} found what is known already; this function adds to it
 * @returns {{ files: Set<string>, packages: Set<string> }} files: the project's own files, as absolute paths, with the
 * file itself first; packages: the imports from packages, as they are written, such as `next/link`
 */
export function importedBy(file, found = { files: new Set(), packages: new Set() }) {
  if (found.files.has(file)) return found;
  found.files.add(file);
  for (const name of importedNames(file)) {
    const { resolvedModule } = ts.resolveModuleName(name, file, compilerOptions, ts.sys);
    if (!/^(\.|@\/)/.test(name)) found.packages.add(name);
    else if (resolvedModule !== undefined && /^\.m?[jt]sx?$/.test(resolvedModule.extension)) {
      importedBy(resolvedModule.resolvedFileName, found);
    }
  }
  return found;
}

function importedNames(file) {
  const known = names.get(file);
  if (known !== undefined) return known;
  // The file is compiled, because that removes the imports of types.
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { fileName: file, compilerOptions });
  const found = ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => fileName);
  names.set(file, found);
  return found;
}

/** @type {Map<string, string[]>} */
const names = new Map();
