'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Ticks or clears every member of the form. Without scripts it would do nothing, so it is not shown. */
export function SelectAll({ label }: { label: string }) {
  const hasScripts = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!hasScripts) return <span className="sr-only">{label}</span>;
  return (
    <label className="grid size-8 place-items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="size-5"
        onChange={({ target }) => {
          for (const box of target.form?.querySelectorAll<HTMLInputElement>('input[name="ID"]') ?? [])
            box.checked = target.checked;
        }}
      />
    </label>
  );
}
