import type { ReactNode } from 'react';

/** Something the reader should know before going on. `role="alert"` where it appears after the page was loaded. */
export function Notice({ children, role }: { children: ReactNode; role?: 'alert' | 'status' }) {
  return (
    <div role={role} className="rounded-lg border border-warn bg-warn-soft px-4 py-3 text-ink">
      {children}
    </div>
  );
}
