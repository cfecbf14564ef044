import { expect, test } from 'vitest';
import { contrast, parseColour, type Rgb } from '@/lib/base/theme';
import { streetTheme } from './street-theme';

const texts = ['townText', 'areaText', 'parkText', 'waterText'] as const;
const surfaces = ['land', 'water', 'park', 'site', 'sand', 'building', 'street', 'major', 'halo'] as const;

test.each(['light', 'dark'] as const)(
  'every name on the %s map is readable on everything below it',
  (name) => {
    const theme = streetTheme(name);
    const rgb = (colour: string): Rgb => parseColour(colour) ?? expect.unreachable(colour);
    const faint = texts.flatMap((text) =>
      surfaces
        .map((surface) => ({ text, surface, ratio: contrast(rgb(theme[text]), rgb(theme[surface])) }))
        .filter(({ ratio }) => ratio < 4.5),
    );
    expect(faint).toEqual([]);
  },
);
