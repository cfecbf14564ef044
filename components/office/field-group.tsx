import type { ReactNode } from 'react';
import { formText } from '@/lib/messages/office-forms';
import { say } from '@/lib/messages/say';

interface Props {
  title: string;
  /** Whether the group is collapsed, because all its fields are empty. */
  isFolded?: boolean;
  /** Whether the group has half of the width in a form of two columns. */
  isHalf?: boolean;
  /** Whether all fields are in one line on a wide screen. */
  isLine?: boolean;
  /** The group is in a part of the page that has the title already. */
  isPlain?: boolean;
  children: ReactNode;
}

export function FieldGroup({
  title,
  isFolded = false,
  isHalf = false,
  isLine = false,
  isPlain = false,
  children,
}: Props) {
  const fields = (
    <div
      className={`grid gap-x-4 gap-y-3 sm:grid-cols-2 ${isHalf ? '' : isLine ? 'lg:grid-cols-3 xl:grid-cols-5' : 'lg:grid-cols-3 xl:grid-cols-4'}`}
    >
      {children}
    </div>
  );
  if (isPlain)
    return <div className="grid max-w-2xl gap-x-4 gap-y-3 sm:grid-cols-2 xl:col-span-2">{children}</div>;
  const style = `${fieldGroupStyle} ${isHalf ? '' : 'xl:col-span-2'}`;
  if (isFolded) {
    return (
      <details className={style}>
        <summary className="min-h-8 cursor-pointer font-semibold">
          {say(formText.emptyGroup, { title })}
        </summary>
        <fieldset aria-label={title} className="min-w-0 pt-3">
          {fields}
        </fieldset>
      </details>
    );
  }
  return (
    <fieldset className={style}>
      <legend className="px-1 text-lg font-semibold">{title}</legend>
      {fields}
    </fieldset>
  );
}

export const fieldGroupStyle = 'min-w-0 rounded-xl border border-line bg-surface p-4';
