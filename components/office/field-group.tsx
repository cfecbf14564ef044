import type { ReactNode } from 'react';

export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={fieldGroupStyle}>
      <legend className="px-1 text-lg font-semibold">{title}</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
    </fieldset>
  );
}

export const fieldGroupStyle = 'min-w-0 rounded-xl border border-line bg-surface p-4 sm:p-5';
