import type { ReactNode } from 'react';

/**
 * Content that may be wider than the page, such as a table. It can have the focus, so that the keyboard can scroll it
 * (WCAG 2.1.1).
 */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, the keyboard could not scroll it
    <div className="overflow-x-auto" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
