import type { Kind } from './field';
import { refuse } from './field-error';
import { text } from './text-kinds';

/** The limits for one association: the number of areas, of places in each area, and of letters in each name. */
export const areaLimits = { areas: 100, places: 60, letters: 60 };
const maxLetters = 20_000;

export interface NamedArea {
  name: string;
  places: string[];
}

/** Each line is an area and its suburbs or towns: "Inner West: Newtown, Marrickville". */
export const namedAreas: Kind<string> = {
  ...text(maxLetters),
  read(value, context) {
    const areas = areasOf(text(maxLetters).read(value, context));
    if (areas.length > areaLimits.areas)
      return refuse(value, `must have at most ${areaLimits.areas} lines; this has ${areas.length}`);
    for (const area of areas) {
      const wrong = problemOf(area);
      if (wrong !== null) refuse(lineOf(area), wrong);
    }
    return areas.map(lineOf).join('\n');
  },
};

/** Lines that are not areas are left out. */
export function parseAreas(lines: string): NamedArea[] {
  return areasOf(lines)
    .filter((area) => problemOf(area) === null)
    .slice(0, areaLimits.areas);
}

function lineOf({ name, places }: NamedArea): string {
  return `${name}: ${places.join(', ')}`;
}

function problemOf({ name, places }: NamedArea): string | null {
  if (name === '' || places.length === 0)
    return 'must have the name of an area, a colon, and its suburbs or towns with commas between them';
  if (places.length > areaLimits.places) return `must have at most ${areaLimits.places} places on each line`;
  const isTooLong = [name, ...places].some((one) => one.length > areaLimits.letters);
  return isTooLong ? `must have names of at most ${areaLimits.letters} characters` : null;
}

function areasOf(lines: string): NamedArea[] {
  return lines
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', list = ''] = /^([^:]*)(?::(.*))?$/.exec(line) ?? [];
      const places = list.split(/[,;]/).map((place) => place.trim());
      return { name: name.trim(), places: [...new Set(places)].filter((place) => place !== '') };
    });
}
