import type { ReactNode } from 'react';

/** Important information for the reader. Use `role="alert"` if it appears after the page has loaded. */
export function Notice({ children, role }: { children: ReactNode; role?: 'alert' | 'status' }) {
  return (
    <div role={role} className="rounded-lg border border-warn bg-warn-soft px-4 py-3 text-ink">
      {children}
    </div>
  );
}
