import type { ReactNode } from 'react';

interface Props {
  /** The ID of its heading, which names the panel. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A part of an office page, in a box with a heading. */
export function Panel({ id, title, children }: Props) {
  return (
    <section
      aria-labelledby={id}
      className="grid content-start gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id={id} className="text-lg font-semibold wrap-anywhere">
        {title}
      </h2>
      {children}
    </section>
  );
}
