import type { DirectoryFilter } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { directoryHref, otherViewOf, type DirectoryPath } from './addresses';

export function FloatingMapLink({ path, filter }: { path: DirectoryPath; filter: DirectoryFilter }) {
  return (
    <a
      href={directoryHref(otherViewOf(path), { ...filter, page: 1 })}
      aria-label={directoryText.showMap}
      className="map-link"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d="M1 3.5 6 1.5l4 2 5-2v11l-5 2-4-2-5 2zM6 1.5v11M10 3.5v11" />
      </svg>
      {directoryText.map}
    </a>
  );
}
