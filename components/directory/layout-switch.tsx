'use client';

import { directoryText } from '@/lib/messages/directory';
import { directoryHref, type DirectoryPath } from './addresses';
import { useSearchControls } from './search-controls';
import { SearchLink } from './search-link';

export function LayoutSwitch({ path }: { path: DirectoryPath }) {
  const { filter } = useSearchControls();
  return (
    <ul
      aria-label={directoryText.layout}
      className="flex divide-x divide-line-strong rounded-lg border border-line-strong bg-surface text-sm"
    >
      {(['cards', 'rows'] as const).map((layout) => {
        const other = { ...filter, layout };
        const isShown = layout === filter.layout;
        return (
          <li key={layout}>
            <SearchLink
              href={directoryHref(path, other)}
              filter={other}
              aria-current={isShown || undefined}
              className={`flex min-h-9 items-center px-3 no-underline first-of-type:rounded-lg ${isShown ? 'font-semibold text-accent' : 'text-ink hover:text-accent'}`}
            >
              {directoryText[layout]}
            </SearchLink>
          </li>
        );
      })}
    </ul>
  );
}
