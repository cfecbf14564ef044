import { placesAttribution } from '@/lib/geo/attribution';
import { siteText } from '@/lib/messages/site';
import type { Site } from '@/lib/site';

export function SiteFooter({ site: { name, footerLinks } }: { site: Site }) {
  return (
    <footer className="mt-16 border-t border-line print:mt-6">
      <div className="mx-auto flex max-w-[90rem] flex-wrap gap-x-8 gap-y-2 px-4 py-6 text-sm text-ink-soft sm:px-6">
        <p>{name}</p>
        {footerLinks.length > 0 && (
          <ul className="flex flex-wrap gap-x-4 print:hidden">
            {footerLinks.map(({ text, url }) => (
              <li key={text + url}>
                <a href={url} className="inline-flex min-h-6 items-center text-accent underline">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
        <p className="print:hidden">{placesAttribution}</p>
        <p className="print:hidden lg:ml-auto">
          <a href="/about" className="inline-flex min-h-6 items-center text-accent underline">
            {siteText.about}
          </a>
        </p>
      </div>
    </footer>
  );
}
