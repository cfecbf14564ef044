/** Does what a container engine would do with our Dockerfile, as far as possible without one. */
import { cpSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

export interface Instruction {
  /** The instruction in capitals: FROM, RUN, COPY … */
  word: string;
  rest: string;
}

/** Returns the instructions of each stage, in order, without comments and with continued lines joined. */
export function readStages(file: string): Instruction[][] {
  const text = readFileSync(file, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '');
  const instructions = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      if (word === '') throw new Error(`${file}: not an instruction: ${line}`);
      return { word, rest };
    });
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.word === 'FROM') stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** Returns the text after each occurrence of the instruction `word` in a stage. */
export function valuesOf(stage: Instruction[], word: string): string[] {
  return stage.filter((one) => one.word === word).map(({ rest }) => rest);
}

/**
 * Copies to `target` the files that `COPY . .` copies. Our .dockerignore excludes everything except certain paths. This
 * function supports only the syntax of that file: `*`, `!path`, and endings of names.
 * @throws Error naming an unsupported line, or a missing path
 */
export function copyContext(target: string): void {
  const lines = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.shift() !== '*') throw new Error('.dockerignore must begin by leaving everything out');
  const endings = lines.filter((line) => line.startsWith('**/*.')).map((line) => line.slice('**/*'.length));
  const paths = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  if (endings.length + paths.length < lines.length) throw new Error(`.dockerignore: ${lines.join(' ')}`);
  const isIncluded = (source: string) => !endings.some((ending) => basename(source).endsWith(ending));
  for (const path of paths)
    cpSync(path, join(target, relative('.', path)), { recursive: true, filter: isIncluded });
}
