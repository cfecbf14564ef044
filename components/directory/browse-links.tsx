import { chapterhouse } from '@/lib/chapterhouse';
import { landingKinds, landingPages } from '@/lib/directory/landing-pages';
import { landingText } from '@/lib/messages/site';
import { say } from '@/lib/messages/say';

export function BrowseLinks({ title, except }: { title: string; except?: string }) {
  const all = landingPages(chapterhouse().directory);
  const groups = landingKinds
    .map((kind) => ({ kind, pages: all.filter((page) => page.kind === kind) }))
    .filter(({ pages }) => pages.length > 1);
  if (groups.length === 0) return null;
  return (
    <nav aria-labelledby="browse" className="mt-12 border-t border-line pt-6 wrap-anywhere print:hidden">
      <h2 id="browse" className="mb-3 text-lg font-semibold tracking-tight">
        {title}
      </h2>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {groups.map(({ kind, pages }) => (
          <section key={kind} aria-labelledby={`browse-${kind}`} className="sm:max-lg:nth-3:col-span-2">
            <h3 id={`browse-${kind}`} className="text-sm font-medium text-ink-soft">
              {landingText[kind]}
            </h3>
            <ul className="flex flex-wrap gap-x-4">
              {pages
                .filter((page) => page.path !== except)
                .map((page) => (
                  <li key={page.path}>
                    <a href={page.path} className="inline-flex min-h-8 items-center text-accent underline">
                      {say(landingText.counted, { name: page.name, count: page.count })}
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}
