import type { Metadata } from 'next';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { OwnFields, type OwnPartProps } from './own-fields';
import { OwnFacts, OwnPart } from './own-part';
import { OwnProposal } from './own-proposal';
import { PublicEntryPreview } from '@/components/account/public-entry-preview';
import { RemovedAccount } from '@/components/account/removed-account';
import { AnswersForm } from '@/components/office/answers-form';
import { KeptForm } from '@/components/office/kept-form';
import { PictureForm } from '@/components/office/picture-form';
import { ShortForm } from '@/components/office/short-form';
import { ShownPicture } from '@/components/office/shown-picture';
import { buttonStyle } from '@/components/ui/button';
import { ProfileMap } from '@/components/profile/member-profile';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { nameOfMembership } from '@/lib/account/words';
import {
  findOwnDoor,
  questionsFor,
  readOwnEntries,
  toStructure,
  type OwnEntry,
} from '@/lib/office-pages/own-entry';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import type { OwnEntries } from '@/lib/contract/own-entries';
import { chapterhouse } from '@/lib/chapterhouse';
import { lookUp } from '@/lib/base/look-up';
import { accountText, publicEntryText } from '@/lib/messages/account';
import { ownEntryText, ownPartText } from '@/lib/messages/own-entry';
import { pictureText } from '@/lib/messages/picture';
import { precisionText } from '@/lib/messages/preferences';
import { formatDay } from '@/lib/messages/format';
import { say } from '@/lib/messages/say';
import { noAnswers, startOfAnswers } from '@/lib/office-pages/answers-form';
import { isFormWithoutSession } from '@/lib/office-pages/current-office';
import { noPicture, ownPicturePath, proposedPicture } from '@/lib/office-pages/picture-form';
import { describeLocation } from '@/lib/office-pages/location-form';
import { emptyState } from '@/lib/office-pages/save-member';
import { confirmEntry, saveOwnAnswers, saveOwnEntry, saveOwnPicture, withdraw } from './actions';

export const metadata: Metadata = { title: accountText.publicEntry, robots: { index: false } };

const path = '/account/public-entry';
const title = accountText.publicEntry;

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PublicEntryPage({ searchParams }: Props) {
  const { edit = '', done, check } = await searchParams;
  const openPath = `${path}?edit=${String(edit)}`;
  if (await isFormWithoutSession(findOwnDoor)) {
    return (
      <>
        <KeptForm action={saveOwnEntry} start={emptyState} path={openPath} />
        <KeptForm action={saveOwnAnswers} start={noAnswers} path={openPath} />
        <KeptForm action={confirmEntry} start={emptyShortForm} path={path} />
        <KeptForm action={saveOwnPicture} start={noPicture} path={openPath} />
      </>
    );
  }
  const member = await requireSignedIn(
    check === undefined ? path : `${path}?check=${encodeURIComponent(String(check))}`,
  );
  if (member.kind !== 'member') return <NotAvailable kind={member.kind} path={path} title={title} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  const app = chapterhouse();
  const entries = await readOwnEntries(app);
  const shownAt = app.ownSignIns === null ? null : '/account/privacy?edit=audiences';
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      <AccountMenu current={path} />
      {done === 'saved' && (
        <Notice role="status">{isWaiting(entries) ? ownEntryText.savedWaiting : ownEntryText.saved}</Notice>
      )}
      {done === 'withdrawn' && <Notice role="status">{ownEntryText.withdrawn}</Notice>}
      {done === 'confirmed' && <Notice role="status">{ownEntryText.confirmed}</Notice>}
      {check === 'old' && <Notice>{ownEntryText.oldLink}</Notice>}
      {typeof check === 'string' &&
        check !== 'old' &&
        entries?.Members.every(({ Member }) => Member.ID !== check) === true && (
          <Notice>{ownEntryText.otherPerson}</Notice>
        )}
      {member.standing.memberships.length === 0 && <p>{publicEntryText.noMembership}</p>}
      {entries !== null && entries.Members.length > 0 && (
        <p className="max-w-prose text-ink-soft">{ownEntryText.intro}</p>
      )}
      {member.standing.memberships.map((standing) => {
        const entry = entries?.Members.find(({ Member }) => Member.ID === standing.membership.ID);
        const shown = app.directory.find(standing.membership.ID);
        const isHidden = shown === null || shown === 'removed';
        const preview = (
          <PublicEntryPreview
            standing={standing}
            entries={entries}
            entry={shown}
            country={app.directory.about().country}
            preferencesUrl={shownAt}
          />
        );
        return (
          <section key={standing.membership.ID} className="mt-4 grid gap-6">
            <h2 className="text-2xl font-semibold tracking-tight wrap-anywhere">
              {nameOfMembership(standing)}
            </h2>
            {isHidden ? preview : null}
            {entries !== null && entry !== undefined && (
              <>
                <YearlyCheck entry={entry} isOpened={check === standing.membership.ID} />
                <OwnProposal entry={entry} entries={entries} action={withdraw} />
                <Parts
                  entry={entry}
                  entries={entries}
                  edit={String(edit)}
                  path={path}
                  of={
                    member.standing.memberships.length > 1
                      ? `${nameOfMembership(standing)}, ${standing.membership.MembershipNumber || standing.membership.ID}`
                      : ''
                  }
                  isFirst={entry === entries.Members[0]}
                />
              </>
            )}
            {isHidden ? null : preview}
          </section>
        );
      })}
    </div>
  );
}

function isWaiting(entries: OwnEntries | null): boolean {
  return entries?.Members.some(({ Proposal }) => Proposal !== null && Proposal.DeclinedAt === null) === true;
}

/** The yearly question, if it waits for an answer. After the answer, its link only says when it was given. */
function YearlyCheck({ entry: { IsAsked, Member }, isOpened }: { entry: OwnEntry; isOpened: boolean }) {
  const { ID: id, ConfirmedOn: day } = Member;
  if (!IsAsked)
    return isOpened && day != null ? <p>{say(ownEntryText.confirmedOn, { day: formatDay(day) })}</p> : null;
  return (
    <Notice>
      <div className="grid gap-3">
        <h2 className="font-semibold">{ownEntryText.asked}</h2>
        <p>{ownEntryText.askedText}</p>
        <ShortForm
          id={`confirm-${id}`}
          action={confirmEntry}
          path={path}
          hidden={{ id }}
          button={ownEntryText.confirm}
          style="main"
        />
      </div>
    </Notice>
  );
}

/** Names and phones belong to the person, and are the same in all memberships. */
function Parts({ isFirst, ...props }: OwnPartProps & { isFirst: boolean }) {
  return (
    <div className="rounded-xl border border-line bg-surface p-5">
      {isFirst && <OwnFields {...props} of="" part="name" action={saveOwnEntry} />}
      <OwnPicture {...props} />
      <OwnFields {...props} part="directory" action={saveOwnEntry} />
      <Answers {...props} />
      {isFirst && <OwnFields {...props} of="" part="contact" action={saveOwnEntry} />}
      <PlacesPart {...props} />
    </div>
  );
}

function Answers({ entry: { Member }, entries, edit, of, path: at }: OwnPartProps) {
  const id = `answers-${Member.ID}`;
  const questions = questionsFor(Member, entries);
  if (questions.length === 0) return null;
  const given = [...Member.MembershipType.Extras, ...Member.Extras];
  const isOpen = edit === id;
  const start = startOfAnswers(Member);
  return (
    <OwnPart
      id={id}
      title={ownPartText.answers}
      of={of}
      rules={[...new Set(questions.map(({ Rule }) => Rule))]}
      editPath={isOpen ? null : `${at}?edit=${id}`}
    >
      {isOpen ? (
        <AnswersForm
          action={saveOwnAnswers}
          start={start}
          structure={toStructure({ ...entries, Questions: questions })}
          id={Member.ID}
          path={`${at}?edit=${id}`}
          cancelPath={`${at}#${id}`}
        />
      ) : (
        <OwnFacts
          facts={questions.map(({ ID, Question }) => ({
            label: Question,
            value: given
              .filter((answer) => answer.ID === ID)
              .map(({ Answer }) => Answer)
              .join(', '),
            audience: null,
          }))}
        />
      )}
    </OwnPart>
  );
}

/** The picture of the map is what visitors see, so a change is in it when it is in the directory. */
function PlacesPart({ entry: { Member }, entries, of }: OwnPartProps) {
  const seen = chapterhouse().directory.find(Member.ID);
  const rule = lookUp(entries.Rules, 'Locations') ?? 'locked';
  const addressOf = (location: string) => `/account/places/${Member.ID}/${location}`;
  return (
    <OwnPart id={`places-${Member.ID}`} title={ownEntryText.places} of={of} rules={[rule]} editPath={null}>
      {seen !== null && seen !== 'removed' && seen.locations.length > 0 && <ProfileMap entry={seen} />}
      <ul className="grid gap-2">
        {Member.Locations.map((location) => (
          <li key={location.ID} className="wrap-anywhere">
            {rule === 'locked' || location.ID === undefined ? (
              describeLocation(location)
            ) : (
              <a
                href={addressOf(location.ID)}
                className="inline-flex min-h-8 items-center text-accent underline"
              >
                {say(ownEntryText.changePlace, { place: describeLocation(location) })}
              </a>
            )}
            {location.Precision !== undefined && (
              <span className="block text-sm text-ink-soft">{precisionText[location.Precision]}</span>
            )}
          </li>
        ))}
      </ul>
      {rule !== 'locked' && (
        <p>
          <a href={addressOf('new')} className={buttonStyle('quiet')}>
            {ownEntryText.addPlace}
          </a>
        </p>
      )}
    </OwnPart>
  );
}

/** The picture of a person or the logo of an organisation. A picture that waits for the office is in its form. */
function OwnPicture({ entry: { Member: member, Proposal }, entries, edit, path, of }: OwnPartProps) {
  const id = `picture-${member.ID}`;
  const rule = lookUp(entries.Rules, 'Picture') ?? 'locked';
  const isOpen = edit === id && rule !== 'locked';
  const { Picture: picture = null, PublicEntry: shown } = member;
  const isLogo = member.Kind === 'corporate';
  return (
    <OwnPart
      id={id}
      title={isLogo ? pictureText.logo : pictureText.picture}
      of={of}
      rules={[rule]}
      editPath={isOpen ? null : `${path}?edit=${id}`}
    >
      {isOpen ? (
        <PictureForm
          action={saveOwnPicture}
          start={noPicture}
          id={member.ID}
          picture={proposedPicture(Proposal) ?? picture}
          isLogo={isLogo}
          path={`${path}?edit=${id}`}
          cancelPath={`${path}#${id}`}
        />
      ) : picture === null ? (
        <p className="text-ink-soft">{ownEntryText.empty}</p>
      ) : (
        <ShownPicture member={member} shown={shown} src={ownPicturePath(member.ID, picture.ID)} />
      )}
    </OwnPart>
  );
}
