import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { OfficePage } from '@/components/office/office-page';
import { OpenDirectory } from '@/components/office/open-directory';
import { TodayLists } from '@/components/office/today-lists';
import { chapterhouse } from '@/lib/chapterhouse';
import { officerGroupNames, officerGroups } from '@/lib/contract/officer-groups';
import { todaySchema } from '@/lib/contract/office-today';
import { officeText, readerSeesText, roleDescription } from '@/lib/messages/office';
import { officerAccessText, todayText } from '@/lib/messages/office-pages';
import { say } from '@/lib/messages/say';
import { placeAllPath } from '@/lib/office-pages/bulk-form';
import { requireOffice } from '@/lib/office-pages/current-office';
import { officerAccessOf } from '@/lib/office-pages/hidden-fields';
import { mayUse } from '@/lib/office-pages/may-use';
import { readOffice } from '@/lib/office-pages/read-office';
import { openDirectory } from './actions';

export const metadata: Metadata = { title: todayText.title };

const path = '/office';

export default async function TodayPage() {
  const office = await requireOffice(path);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  const today = await readOffice(office, 'today', todaySchema);
  if (today.kind !== 'read') return <ClosedOffice office={{ kind: 'unavailable' }} path={path} />;
  const { loadedAt, problems } = chapterhouse().directory.about();
  const ofDirectory = loadedAt === null ? [todayText.loading] : problems;
  const officer = officerAccessOf(office.me);
  const unseen = officerGroupNames
    .filter((name) => officer?.sees(name) === false)
    .map((name) => officerGroups[name].holds);
  return (
    <OfficePage office={office} help="today" current={path} title={todayText.title}>
      {today.body.DirectoryClosed && (
        <OpenDirectory open={mayUse(office.me, 'PATCH settings') ? openDirectory : null} />
      )}
      <TodayLists
        today={today.body}
        ofDirectory={ofDirectory}
        placePath={placeAllPath(office.me)}
        mayImport={mayUse(office.me, 'GET imports')}
      />
      <section aria-labelledby="may-do" className="grid max-w-prose gap-2">
        <h2 id="may-do" className="text-xl font-semibold">
          {officeText.mayDo}
        </h2>
        <p>{roleDescription[office.me.Role]}</p>
        {office.me.ReadersSeeContact !== null && (
          <p>{office.me.ReadersSeeContact ? readerSeesText.contact : readerSeesText.noContact}</p>
        )}
        {unseen.length > 0 && <p>{say(officerAccessText.only, { groups: unseen.join('; ') })}</p>}
      </section>
    </OfficePage>
  );
}
