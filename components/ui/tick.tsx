import type { ReactNode } from 'react';

interface Props {
  /**
   * If the box has no name, the form sends nothing for it. A box that people must tick to confirm something needs no
   * name.
   */
  name?: string;
  value?: string;
  isTicked?: boolean;
  required?: boolean;
  children: ReactNode;
}

export function Tick({ name, value, isTicked = false, required = false, children }: Props) {
  return (
    <label className="flex min-h-8 items-center gap-3">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isTicked}
        required={required}
        className="size-5 shrink-0"
      />
      <span>{children}</span>
    </label>
  );
}
