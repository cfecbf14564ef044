import { readFileSync } from 'node:fs';
import { converter } from 'culori';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { palette, surfaceStyle } from './palette';
import {
  accentShades,
  contrast,
  customProperties,
  defaultAccent,
  parseColour,
  themeStylesheet,
  type Rgb,
} from './theme';

const paper: Rgb = [250, 249, 247];
const night: Rgb = [32, 31, 29];
const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
const colours = fc.tuple(channel, channel, channel).map((parts) => `#${parts.join('')}`);

it('with any chosen colour, text is readable in the accent colour on the page and on its tint, and on the accent colour', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const { light, dark } = accentShades(colour);
      for (const [shades, page] of [
        [light, paper],
        [dark, night],
      ] as const) {
        const accent = rgb(shades.accent);
        expect(contrast(accent, page)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(accent, rgb(shades.soft))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(accent, rgb(shades.onAccent))).toBeGreaterThanOrEqual(4.5);
        expect(shades.fill).toBe(colour);
        expect(contrast(rgb(shades.fill), rgb(shades.onFill))).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { seed: 20261121, numRuns: 500 },
  );
});

it('the light theme keeps a colour that is readable already', () => {
  expect(accentShades('#0b6e69').light.accent).toBe('#0b6e69');
});

it.each([
  ['yellow', '#ffd500'],
  ['orange', '#f28c28'],
  ['sky blue', '#4fc3f7'],
  ['pink', '#ff4fa3'],
])('the partner of %s has its hue, and is not grey', (_name, colour) => {
  const toOklch = converter('oklch');
  for (const { accent } of Object.values(accentShades(colour))) {
    const [chosen, partner] = [toOklch(colour), toOklch(accent)];
    expect(Math.abs((chosen?.h ?? 0) - (partner?.h ?? 0))).toBeLessThan(6);
    expect(partner?.c).toBeGreaterThan(0.08);
  }
});

it('only six hexadecimal digits reach the stylesheet', () => {
  const sheetOf = (colour: string | null) => themeStylesheet({ colour, font: 'system' });
  expect(sheetOf('red;} body{display:none')).toBe(sheetOf(defaultAccent));
  expect(sheetOf(null)).toBe(sheetOf(defaultAccent));
});

it('black on white is 21 to 1', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
});

function rgb(text: string): Rgb {
  const colour = parseColour(text);
  if (colour === null) throw new Error(`${text} is no colour`);
  return colour;
}

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('the %s palette', (scheme, index) => {
  it('has the colours of app/globals.css, with those of the default accent', () => {
    const block =
      [...readFileSync('app/globals.css', 'utf8').matchAll(/:root \{([^}]*)\}/g)][index]?.[1] ?? '';
    const all = { ...palette[scheme], ...customProperties(accentShades(null)[scheme]) };
    const written = [...block.matchAll(/--([\w-]+): (#[0-9a-f]+);/g)].map(([, name, colour]) => [
      name,
      colour,
    ]);
    expect(written.length).toBeGreaterThanOrEqual(8);
    expect(all).toMatchObject(Object.fromEntries(written));
  });

  it('has the colour of the class name for surfaces', () => {
    expect(surfaceStyle[scheme]).toBe(`bg-[${palette[scheme].surface}]`);
  });
});
