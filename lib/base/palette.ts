/**
 * The colours of the directory's pages and of the service's pages. The accent colours are in `theme.ts`. A test
 * compares app/globals.css and the class names below with these colours.
 */

/** The names are those of the CSS custom properties. */
export type Palette = Readonly<Record<keyof typeof day, string>>;

const day = {
  canvas: '#faf9f7',
  surface: '#ffffff',
  sunken: '#f2f0ec',
  ink: '#1f1d1a',
  'ink-soft': '#5a554e',
  line: '#e3dfd8',
  // Borders of controls have a contrast of 3 to 1 against the surface (WCAG 1.4.11).
  'line-strong': '#8b857b',
  warn: '#8a4b00',
  'warn-soft': '#fdf1df',
  good: '#1a6638',
  'good-soft': '#e4f2e8',
  danger: '#a3241b',
  'danger-soft': '#fdecea',
} as const;

const night: Palette = {
  canvas: '#161513',
  surface: '#201f1d',
  sunken: '#1b1a18',
  ink: '#f1eee9',
  'ink-soft': '#b6b0a6',
  line: '#383530',
  'line-strong': '#8b857b',
  warn: '#f0b86a',
  'warn-soft': '#33281a',
  good: '#86d6a3',
  'good-soft': '#1b3022',
  danger: '#ff9d94',
  'danger-soft': '#3a1d1a',
};

export const palette: { light: Palette; dark: Palette } = { light: day, dark: night };

/** Tailwind finds class names only if they are written out. */
export const surfaceStyle = { light: 'bg-[#ffffff]', dark: 'bg-[#201f1d]' };
