import type { ReactNode } from 'react';

/** Facts with the value '' are left out. */
export function FactList({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value], index) => (
          <div key={`${name} ${index}`} className="contents">
            <dt className="text-sm text-ink-soft max-sm:mt-1 sm:pt-0.5">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
