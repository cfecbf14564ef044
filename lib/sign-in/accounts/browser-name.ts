/** The first match counts: most browsers also name other browsers, because old websites expect this. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** In words that people know, such as `Firefox on Windows`. '': neither the browser nor its system is known. */
export function nameBrowser(userAgent: string | undefined): string {
  const agent = userAgent?.slice(0, 1000) ?? '';
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  return [browser, system].filter((name) => name !== null).join(' on ');
}
