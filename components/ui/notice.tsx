import type { ReactNode } from 'react';

/**
 * If the notice appears after the page has loaded, use `role="alert"`. With `status`, the notice confirms an action and
 * does not look like a warning.
 */
export function Notice({ children, role }: { children: ReactNode; role?: 'alert' | 'status' }) {
  const colours = role === 'status' ? 'border-accent bg-accent-soft' : 'border-warn bg-warn-soft';
  return (
    <div role={role} className={`rounded-lg border px-4 py-3 text-ink ${colours}`}>
      {children}
    </div>
  );
}
