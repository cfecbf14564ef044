import { formatDirectoryFilter } from '@/lib/directory/filter';
import type { SingleParameter } from '@/lib/directory-parameters';
import { directoryText } from '@/lib/messages/directory';
import { changed, type DirectoryPath } from './addresses';
import { useSearchControls } from './search-controls';

/** The places that begin like the text that is no place. The links load the page, which finds the point of the place. */
export function PlaceChoices({ path, labels }: { path: DirectoryPath; labels: readonly string[] }) {
  const { filter } = useSearchControls();
  if (labels.length === 0) return null;
  const there = (label: string) => {
    const query = new URLSearchParams(
      formatDirectoryFilter(changed(filter, { near: null, inside: null, box: null })),
    );
    query.set('near' satisfies SingleParameter, label);
    return `${path}?${query}`;
  };
  return (
    <p className="flex flex-wrap items-center gap-x-3 sm:col-span-full">
      {directoryText.didYouMean}
      {labels.map((label) => (
        <a key={label} href={there(label)} className="inline-flex min-h-8 items-center text-accent underline">
          {label}
        </a>
      ))}
    </p>
  );
}
