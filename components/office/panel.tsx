import type { ReactNode } from 'react';

interface Props {
  /** The ID of the heading, which names the panel for screen readers. */
  id: string;
  title: string;
  children: ReactNode;
}

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
