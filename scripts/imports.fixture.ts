import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const compilerOptions: ts.CompilerOptions = {
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  module: ts.ModuleKind.ESNext,
  paths: { '@/*': [join(root, '*')] },
  jsx: ts.JsxEmit.Preserve,
};

/**
 * The code that runs when a file is loaded: the file itself and everything that it imports, directly or indirectly.
 * Imports of types alone run no code.
 */
export interface Imported {
  /** The project's own files, as absolute paths, with the file itself first. */
  files: Set<string>;
  /** The imports from packages, as they are written: `next/link`. */
  packages: Set<string>;
}

/** @param file an absolute path */
export function importedBy(
  file: string,
  found: Imported = { files: new Set(), packages: new Set() },
): Imported {
  if (found.files.has(file)) return found;
  found.files.add(file);
  for (const name of importedNames(file)) {
    const { resolvedModule } = ts.resolveModuleName(name, file, compilerOptions, ts.sys);
    if (!/^(\.|@\/)/.test(name)) found.packages.add(name);
    else if (resolvedModule !== undefined && /\.tsx?$/.test(resolvedModule.extension)) {
      importedBy(resolvedModule.resolvedFileName, found);
    }
  }
  return found;
}

function importedNames(file: string): string[] {
  const known = names.get(file);
  if (known !== undefined) return known;
  // The file is compiled, because that removes the imports of types.
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { fileName: file, compilerOptions });
  const found = ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => fileName);
  names.set(file, found);
  return found;
}

const names = new Map<string, string[]>();
