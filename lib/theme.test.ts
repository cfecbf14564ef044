import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accentShades, contrast, defaultAccent, parseColour, themeStylesheet, type Rgb } from './theme';

const paper: Rgb = [250, 249, 247];
const night: Rgb = [32, 31, 29];
const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
const colours = fc.tuple(channel, channel, channel).map((parts) => `#${parts.join('')}`);

it('whatever the organisation chose, accent text is readable on the page, on its tint, and under its own text', () => {
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
      }
    }),
    { seed: 20261121, numRuns: 500 },
  );
});

it('a colour that is already readable by day is kept as it is', () => {
  expect(accentShades('#0b6e69').light.accent).toBe('#0b6e69');
});

it('nothing but six hexadecimal digits reaches the stylesheet', () => {
  expect(themeStylesheet('red;} body{display:none')).toBe(themeStylesheet(defaultAccent));
  expect(themeStylesheet(null)).toBe(themeStylesheet(defaultAccent));
});

it('black on white is 21 to 1', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
});

function rgb(text: string): Rgb {
  const colour = parseColour(text);
  if (colour === null) throw new Error(`${text} is no colour`);
  return colour;
}

it.each([
  'app/globals.css',
  'lib/membership-service/pages/stylesheet.ts',
  'lib/membership-service/reference/reference.css',
])('until the theme is loaded, %s has the shades of our own accent', (file) => {
  const text = readFileSync(file, 'utf8');
  const declared = (name: string) =>
    [...text.matchAll(new RegExp(`--${name}:\\s*(#[0-9a-f]{6})`, 'g'))].map(([, value]) => value);
  const { light, dark } = accentShades(null);
  expect(declared('accent').slice(0, 2)).toEqual([light.accent, dark.accent]);
  expect(declared('accent-soft').slice(0, 2)).toEqual([light.soft, dark.soft]);
});
