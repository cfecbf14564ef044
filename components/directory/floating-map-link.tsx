import type { DirectoryFilter } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { directoryHref } from './addresses';

export function FloatingMapLink({ filter }: { filter: DirectoryFilter }) {
  return (
    <a
      href={directoryHref('/map', { ...filter, page: 1 })}
      aria-label={directoryText.showMap}
      className="fixed bottom-4 left-1/2 z-30 flex min-h-11 -translate-x-1/2 items-center rounded-full border border-accent bg-fill px-6 font-medium text-on-fill no-underline shadow-lg md:hidden print:hidden"
    >
      {directoryText.map}
    </a>
  );
}
