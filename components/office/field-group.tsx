import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Whether the group has half of the width in a form of two columns. */
  isHalf?: boolean;
  /** Whether all fields are in one line on a wide screen. */
  isLine?: boolean;
  /** The group is in a part of the page that has the title already. */
  isPlain?: boolean;
  children: ReactNode;
}

export function FieldGroup({ title, isHalf = false, isLine = false, isPlain = false, children }: Props) {
  const fields = (
    <div
      className={`grid grid-cols-2 gap-x-4 gap-y-3 max-sm:[&>:not([data-short])]:col-span-2 ${isHalf ? '' : isLine ? 'lg:grid-cols-3 xl:grid-cols-5' : 'lg:grid-cols-3 xl:grid-cols-6'}`}
    >
      {children}
    </div>
  );
  // In the office's groups, checkboxes span up to five columns. Here there are two.
  if (isPlain)
    return (
      <div className="grid max-w-2xl gap-x-4 gap-y-3 sm:grid-cols-2 lg:[&>fieldset]:col-span-2 xl:col-span-2">
        {children}
      </div>
    );
  const style = `${fieldGroupStyle} ${isHalf ? '' : 'xl:col-span-2'}`;
  return (
    <fieldset className={style}>
      <legend className="px-1 text-lg font-semibold">{title}</legend>
      {fields}
    </fieldset>
  );
}

export const fieldGroupStyle = 'min-w-0 rounded-xl border border-line bg-surface px-4 pt-2 pb-3';
