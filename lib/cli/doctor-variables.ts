import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { environmentNames, settingNames } from '@/lib/base/config';
import { hasCode } from '@/lib/base/error-code';
import { editDistance } from '@/lib/base/text-edits';
import { wrong, type Finding } from './finding';

/** Variables that Node, the build or compose.yaml reads, but Chapterhouse does not. */
const others = /^(NODE_.*|NEXT_DIST_DIR|POSTGRES_PASSWORD|TZ|PATH|LANG|LC_.*)$/;
/**
 * Two typing errors are allowed in a name of 6 letters or more. Shorter names are too similar to other programs' names.
 */
const maxEdits = 2;
const minLength = 6;

/**
 * Finds unknown variables. In .env it finds all of them. In the environment it finds only those whose names resemble a
 * setting.
 */
export function checkVariables(file = '.env', names: readonly string[] = environmentNames()): Finding[] {
  const inFile = namesIn(file).filter((name) => !settingNames.includes(name) && !others.test(name));
  const inEnvironment = names.filter(
    (name) => !settingNames.includes(name) && !inFile.includes(name) && nearestSetting(name) !== null,
  );
  return [
    ...inFile.map((name) => unknown(name, file)),
    ...inEnvironment.map((name) => unknown(name, 'the environment')),
  ];
}

function unknown(name: string, place: string): Finding {
  const nearest = nearestSetting(name);
  const fix =
    nearest === null
      ? 'Remove the variable, or correct its name: docs/operators.md lists all settings.'
      : `Did you mean ${nearest}? docs/operators.md lists all settings.`;
  return wrong('settings', `${name} in ${place} is not a setting and has no effect`, fix);
}

function nearestSetting(name: string): string | null {
  const simplified = simple(name);
  const [nearest] = settingNames
    .filter((setting) => setting.length >= minLength)
    .map((setting) => ({ setting, edits: editDistance(simplified, simple(setting)) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest !== undefined && nearest.edits <= maxEdits ? nearest.setting : null;
}

/** A name in capitals, without "_" and "-", because people often leave these out or write them differently. */
function simple(name: string): string {
  return name.toUpperCase().replaceAll(/[_-]/g, '');
}

function namesIn(file: string): string[] {
  try {
    return Object.keys(parseEnv(readFileSync(file, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
