import type { ReactNode } from 'react';

interface Props {
  /** Without a name, the form does not send the box. */
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
