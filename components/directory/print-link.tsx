import { maxPrinted } from '@/lib/directory/booklet';
import { formatDirectoryFilter } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import { printText } from '@/lib/messages/print';
import { say } from '@/lib/messages/say';
import { useSearchControls } from './search-controls';

export function PrintLink({ filter, total }: { filter: DirectoryFilter; total: number }) {
  const query = formatDirectoryFilter({ ...filter, page: 1, layout: 'cards' });
  const { noun } = useSearchControls();
  const count = Math.min(total, maxPrinted);
  return (
    <p className="mt-6 print:hidden">
      <a
        href={query === '' ? '/print' : `/print?${query}`}
        rel="nofollow"
        className="inline-flex min-h-11 items-center font-medium text-accent"
      >
        {total > maxPrinted
          ? say(printText.printSome, { count })
          : say(printText.printAll, { ...noun, count })}
      </a>
    </p>
  );
}
