import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { chapterhouse } from '@/lib/chapterhouse';
import { defaultUnit } from '@/lib/directory/filter';
import { findLandingPage, type LandingKind, type LandingPage } from '@/lib/directory/landing-pages';
import { decodedSegment } from '@/lib/directory/member-address';
import type { Facet } from '@/lib/directory/search';
import { capitalised, type Noun } from '@/lib/base/noun';
import type { Site } from '@/lib/contract/site';
import { landingText } from '@/lib/messages/site';
import { say } from '@/lib/messages/say';
import { openGraph } from '../layout/open-graph';
import { buttonStyle } from '../ui/button';
import { SafeHtml } from '../ui/safe-html';
import { directoryHref, withFacet } from './addresses';
import { BrowseLinks } from './browse-links';
import { cardOptions } from './card-options';
import { MemberCard } from './member-card';

export interface LandingPageProps {
  params: Promise<{ slug: string }>;
}

export async function LandingPageView({ kind, params }: LandingPageProps & { kind: LandingKind }) {
  const { directory, site } = chapterhouse();
  const slug = decodedSegment((await params).slug);
  const page = findLandingPage(directory, kind, slug);
  if (page === null) notFound();
  if (page.slug !== slug) permanentRedirect(page.path);
  const { facets, hits, total } = directory.search(page.filter);
  const { country, noun } = site();
  const unit = defaultUnit(country);
  const description = kind === 'categories' ? directory.categoryDescription(page.id) : null;
  return (
    <>
      <h1 className="text-3xl font-bold tracking-tight wrap-anywhere">{titleOf(page, noun)}</h1>
      <p className="mt-1 text-lg wrap-anywhere text-ink-soft">{leadOf(page, site())}</p>
      {description !== null && <SafeHtml html={description} />}
      <p className="mt-5 print:hidden">
        <a href={directoryHref('/', page.filter)} className={buttonStyle('main')}>
          {say(landingText.seeAll, { count: total, one: noun.one })}
        </a>
      </p>
      <h2 className="mt-8 mb-4 text-xl font-semibold tracking-tight">
        {hits.length === total
          ? say(landingText.all, { Many: capitalised(noun.many) })
          : say(landingText.some, { many: noun.many })}
      </h2>
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {hits.map((hit) => (
          <li key={hit.entry.id}>
            <MemberCard hit={hit} unit={unit} {...cardOptions()} />
          </li>
        ))}
      </ul>
      <Narrow page={page} facets={facets} />
      <BrowseLinks title={landingText.others} except={page.path} />
    </>
  );
}

export async function landingMetadata(
  kind: LandingKind,
  params: LandingPageProps['params'],
): Promise<Metadata> {
  const { directory, site } = chapterhouse();
  const page = findLandingPage(directory, kind, decodedSegment((await params).slug));
  if (page === null) return {};
  const description = leadOf(page, site());
  const title = titleOf(page, site().noun);
  return {
    title,
    description,
    alternates: { canonical: page.path },
    openGraph: openGraph(site(), { title, description, url: page.path }),
  };
}

function titleOf({ kind, name }: LandingPage, { many }: Noun): string {
  return say(landingText.title[kind], { name, many, Many: capitalised(many) });
}

function leadOf({ kind, name, count }: LandingPage, site: Pick<Site, 'name' | 'noun'>): string {
  return say(landingText.lead[kind], { ...site.noun, name, count, organisation: site.name });
}

function Narrow({ page, facets }: { page: LandingPage; facets: Facet[] }) {
  const shown = facets.filter(
    ({ key, options }) =>
      !Object.hasOwn(page.filter.facets, key) && options.filter((one) => one.count > 0).length > 1,
  );
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="narrow" className="mt-10 wrap-anywhere print:hidden">
      <h2 id="narrow" className="mb-3 text-xl font-semibold tracking-tight">
        {landingText.narrow}
      </h2>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {shown.slice(0, shownFacets).map(({ key, label, options }) => (
          <div key={key}>
            <h3 className="font-semibold">{label}</h3>
            <ul>
              {mostCommon(options).map(({ id, name, count }) => (
                <li key={id}>
                  <a
                    href={directoryHref('/', withFacet(page.filter, { key, value: id, isChosen: true }))}
                    className="inline-flex min-h-8 items-center text-accent underline"
                  >
                    {say(landingText.counted, { name, count })}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

// One row of a wide page has room for `shownFacets` facets. A list of `shownOptions` options is short enough to read.
const shownFacets = 4;
const shownOptions = 6;

function mostCommon(options: Facet['options']): Facet['options'] {
  return options
    .filter((option) => option.count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, shownOptions);
}
