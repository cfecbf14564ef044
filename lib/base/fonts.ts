/**
 * An association can choose these typefaces. Their files are in public/fonts, and their licences in
 * docs/data-licences.md.
 */
export const fonts = ['system', 'source-sans', 'source-serif', 'atkinson'] as const;
export type Font = (typeof fonts)[number];

const files = {
  'source-sans': { family: 'Source Sans 3', file: 'source-sans-3', generic: 'sans-serif' },
  'source-serif': { family: 'Source Serif 4', file: 'source-serif-4', generic: 'serif' },
  atkinson: {
    family: 'Atkinson Hyperlegible Next',
    file: 'atkinson-hyperlegible-next',
    generic: 'sans-serif',
  },
} as const satisfies Record<Exclude<Font, 'system'>, { family: string; file: string; generic: string }>;

// Each font has two files for different characters, divided in the same way as the files of Google Fonts. A browser
// loads the second file only if the page has characters of the second range.
const ranges = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
} as const;

export function isFont(text: string): text is Font {
  return fonts.some((font) => font === text);
}

/** Returns a value for `font-family`. The value also names common fonts, because our own font may be missing. */
export function fontFamily(font: Font): string {
  const own = font === 'system' ? '' : `'${files[font].family}',`;
  const generic = font === 'system' ? 'sans-serif' : files[font].generic;
  const usual = generic === 'serif' ? "Georgia,'Times New Roman'" : "'Segoe UI',Roboto,Helvetica,Arial";
  return `${own}${usual},${generic}`;
}

/** Returns '' for `system`, the font of the visitor's device. */
export function fontStylesheet(font: Font): string {
  if (font === 'system') return '';
  const { family, file, generic } = files[font];
  const faces = Object.entries(ranges).map(
    ([subset, range]) =>
      `@font-face{font-family:'${family}';font-display:swap;font-weight:200 800;src:url(/fonts/${file}-${subset}.woff2) format('woff2');unicode-range:${range}}`,
  );
  return `${faces.join('\n')}\nhtml,body,button,input,select,textarea{font-family:'${family}',${generic}}\n`;
}
