import type { Metadata } from 'next';
import { chapterhouse } from '@/lib/chapterhouse';
import { placesAttribution } from '@/lib/map/geo/attribution';
import { formatInstant } from '@/lib/messages/format';
import { say } from '@/lib/messages/say';
import { siteText } from '@/lib/messages/site';

export const metadata: Metadata = { title: siteText.about, alternates: { canonical: '/about' } };

export default function AboutPage() {
  const { directory, site } = chapterhouse();
  const { name, noun, timeZone } = site();
  const { loadedAt, memberCount } = directory.about();
  return (
    <>
      <h1 className="text-3xl font-bold tracking-tight">{siteText.about}</h1>
      <div className="mt-4 grid max-w-prose gap-2">
        <p>{say(siteText.aboutText, { ...noun, count: memberCount, name })}</p>
        <p>
          {loadedAt === null ? (
            siteText.dataNone
          ) : (
            <time dateTime={loadedAt.toISOString()}>
              {say(siteText.dataAsOf, { time: formatInstant(loadedAt, timeZone) })}
            </time>
          )}
        </p>
        <p>{placesAttribution}</p>
        <p>{siteText.openSource}</p>
      </div>
    </>
  );
}
