/** All styles are at least 44 px high. */
const styles = {
  main: 'bg-fill text-on-fill border-accent hover:brightness-110',
  quiet: 'bg-surface text-ink border-line-strong hover:border-accent hover:text-accent',
} as const;

export function buttonStyle(style: keyof typeof styles): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-lg border px-4 font-medium no-underline ${styles[style]}`;
}

export const fieldStyle =
  'min-h-11 w-full rounded-lg border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-soft';
