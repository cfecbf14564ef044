import type { DirectoryFilter } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { directoryHref, otherViewOf, type DirectoryPath } from './addresses';

export function FloatingMapLink({ path, filter }: { path: DirectoryPath; filter: DirectoryFilter }) {
  return (
    <a
      href={directoryHref(otherViewOf(path), { ...filter, page: 1 })}
      aria-label={directoryText.showMap}
      className="fixed bottom-4 left-1/2 z-30 flex min-h-11 -translate-x-1/2 items-center rounded-full border border-accent bg-fill px-6 font-medium text-on-fill no-underline shadow-lg md:hidden print:hidden"
    >
      {directoryText.map}
    </a>
  );
}
