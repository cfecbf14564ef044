/**
 * Shades of the organisation's accent colour. With any colour, text and controls have the contrast that WCAG 2.2
 * requires (1.4.3: 4.5 to 1), on light and dark pages.
 * @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */

import { clampChroma, modeOklch, modeRgb, useMode, type Oklch } from 'culori/fn';
import { fontStylesheet, isFont, type Font } from './fonts';
import { palette, type Palette } from './palette';

export const defaultAccent = '#0b6e69';

export interface Shades {
  /** The colour of links, borders, selected items and markers. */
  accent: string;
  /** The colour of text on `accent`. */
  onAccent: string;
  /** The background of buttons: the unchanged accent colour. */
  fill: string;
  onFill: string;
  /** A light tint of the accent. Text in `accent` is readable on it. */
  soft: string;
}

/** @param colour `#rrggbb`; any other text gives the shades of `defaultAccent` */
export function accentShades(colour: string | null): { light: Shades; dark: Shades } {
  const base = parseColour(colour) ?? requireColour(defaultAccent);
  return { light: shadesOn(base, paper, ink), dark: shadesOn(base, night, white) };
}

/** Served at /theme.css, because the CSP does not allow inline styles. */
export function themeStylesheet({ colour, font }: Theme): string {
  const { light, dark } = accentShades(colour);
  return `:root{${toCss(customProperties(light))}}\n@media (prefers-color-scheme:dark){:root{${toCss(customProperties(dark))}}}\n${fontStylesheet(font)}`;
}

/** The palette and the default accent, which apply until the stylesheet of a theme is loaded. */
export function paletteStylesheet(): string {
  const { light, dark } = accentShades(null);
  const own = (shades: Shades, colours: Palette) => toCss({ ...customProperties(shades), ...colours });
  return `
:root{color-scheme:light dark;${own(light, palette.light)}}
@media (prefers-color-scheme:dark){:root{${own(dark, palette.dark)}}}
`;
}

export interface Theme {
  /** `#rrggbb`. null: `defaultAccent`. */
  colour: string | null;
  font: Font;
}

/** Identifies a theme in addresses, such as `0b6e69-source-sans`. */
export function themeName({ colour, font }: Theme): string {
  return `${(colour ?? defaultAccent).slice(1).toLowerCase()}-${font}`;
}

/** @returns null if it is not the name of a theme */
export function parseThemeName(name: string): Theme | null {
  const [, colour = '', font = ''] = /^([0-9a-f]{6})-([a-z-]+)$/.exec(name) ?? [];
  return colour !== '' && isFont(font) ? { colour: `#${colour}`, font } : null;
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

export type Rgb = readonly [number, number, number];

/** Three numbers from 0 to 255. null: the text is not `#rrggbb`. */
export function parseColour(text: string | null): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text ?? '');
  if (match === null) return null;
  return [parseInt(match[1] ?? '', 16), parseInt(match[2] ?? '', 16), parseInt(match[3] ?? '', 16)];
}

// Of all backgrounds of light and dark pages, text has the lowest contrast on these two.
export const paper = requireColour(palette.light.canvas);
const night = requireColour(palette.dark.surface);
const ink: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/**
 * The base colour if text in it is readable, otherwise the nearest lighter or darker colour of the same hue. OKLCH has
 * the lightness that people see; mixing with black or white would make colours look grey.
 * @see https://www.w3.org/TR/css-color-4/#ok-lab
 */
function shadesOn(base: Rgb, background: Rgb, end: Rgb): Shades {
  const soft = mix(background, base, 0.1);
  const isReadable = (colour: Rgb) =>
    // 4.5 is required. The limit is higher, because the colours are then rounded to whole numbers.
    Math.min(contrast(colour, background), contrast(colour, soft)) >= 4.6;
  const { l, c, h } = toOklch(colourOf(base));
  const to = end === ink ? 0 : 1;
  let accent = base;
  for (let step = 1; step <= 100 && !isReadable(accent); step += 1) {
    const partner = toGamut({
      mode: 'oklch',
      l: l + ((to - l) * step) / 100,
      c,
      ...(h !== undefined && { h }),
    });
    accent = [byte(partner.r), byte(partner.g), byte(partner.b)];
  }
  return {
    accent: hex(accent),
    onAccent: textOn(accent),
    fill: hex(base),
    onFill: textOn(base),
    soft: hex(soft),
  };
}

function textOn(colour: Rgb): string {
  return hex(contrast(colour, white) >= 4.5 ? white : ink);
}

const toOklch = useMode(modeOklch);
const toRgb = useMode(modeRgb);
const toGamut = (colour: Oklch) => toRgb(clampChroma(colour, 'oklch'));

function colourOf([r, g, b]: Rgb) {
  return { mode: 'rgb' as const, r: r / 255, g: g / 255, b: b / 255 };
}

function byte(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * 255);
}

function requireColour(text: string): Rgb {
  const colour = parseColour(text);
  if (colour === null) throw new Error(`${text} must be #rrggbb`);
  return colour;
}

function toCss(properties: Readonly<Record<string, string>>): string {
  return Object.entries(properties)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');
}

export function customProperties({ accent, onAccent, fill, onFill, soft }: Shades) {
  return { accent, 'on-accent': onAccent, fill, 'on-fill': onFill, 'accent-soft': soft };
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (a: number, b: number) => Math.round(a + (b - a) * share);
  return [at(from[0], to[0]), at(from[1], to[1]), at(from[2], to[2])];
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function hex(colour: Rgb): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
