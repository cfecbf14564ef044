import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { palette } from './palette';
import { accentShades, contrast, defaultAccent, parseColour, themeStylesheet, type Rgb } from './theme';

const paper: Rgb = [250, 249, 247];
const night: Rgb = [32, 31, 29];
const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
const colours = fc.tuple(channel, channel, channel).map((parts) => `#${parts.join('')}`);

it('with any chosen colour, accent text is readable on the page, on its tint, and under its own text', () => {
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

it('a colour that is already readable by day is unchanged', () => {
  expect(accentShades('#0b6e69').light.accent).toBe('#0b6e69');
});

it('only six hexadecimal digits reach the stylesheet', () => {
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

describe.each(['app/globals.css', 'lib/api-reference/reference.css'])('%s', (file) => {
  it.each([
    ['light', 0],
    ['dark', 1],
  ] as const)('has the %s colours of the palette and of our own accent', (scheme, index) => {
    const block = [...readFileSync(file, 'utf8').matchAll(/:root \{([^}]*)\}/g)][index]?.[1] ?? '';
    const { accent, onAccent, soft } = accentShades(null)[scheme];
    const all = { ...palette[scheme], accent, 'on-accent': onAccent, 'accent-soft': soft };
    const written = [...block.matchAll(/--([\w-]+): (#[0-9a-f]+);/g)].map(([, name, colour = '']) => [
      name,
      colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3'),
    ]);
    expect(written.length).toBeGreaterThanOrEqual(8);
    expect(all).toMatchObject(Object.fromEntries(written));
  });
});
