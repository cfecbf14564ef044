import type { Metadata } from 'next';
import { isDeepStrictEqual } from 'node:util';
import { ClosedOffice } from '@/components/office/closed-office';
import { KeptForm } from '@/components/office/kept-form';
import { OfficePage } from '@/components/office/office-page';
import { ShortForm } from '@/components/office/short-form';
import { Notice } from '@/components/ui/notice';
import { PageTabs } from '@/components/ui/page-tabs';
import { lookUp } from '@/lib/base/look-up';
import type { OfficeStructure } from '@/lib/contract/office';
import {
  maxProposalAnswer,
  officeProposalsSchema,
  type OfficeProposal,
} from '@/lib/contract/office-proposals';
import { formatDay } from '@/lib/messages/format';
import { proposalText } from '@/lib/messages/office-pages';
import { say } from '@/lib/messages/say';
import { requireOfficeOrForm } from '@/lib/office-pages/current-office';
import { memberName } from '@/lib/office-pages/member-facts';
import { memberPath } from '@/lib/office-pages/member-sections';
import { pictureOf } from '@/lib/contract/fields/picture';
import { officePicturePath } from '@/lib/office-pages/picture-form';
import { applicationTabs, describeSubject, nameOfSubject, proposalsPath } from '@/lib/office-pages/proposals';
import { readOfficeStructure } from '@/lib/office-pages/read-members';
import { readOffice } from '@/lib/office-pages/read-office';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { acceptProposal, declineProposal } from './actions';

export const metadata: Metadata = { title: proposalText.title };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const outcomes = {
  accepted: proposalText.accepted,
  declined: proposalText.declined,
  silent: proposalText.declinedSilent,
  failed: proposalText.declinedFailed,
  waiting: proposalText.declinedWaiting,
};

export default async function ProposalsPage({ searchParams }: Props) {
  const office = await requireOfficeOrForm(proposalsPath);
  if (office.kind === 'kept') {
    return (
      <>
        <KeptForm action={acceptProposal} start={emptyShortForm} path={proposalsPath} />
        <KeptForm action={declineProposal} start={emptyShortForm} path={proposalsPath} />
      </>
    );
  }
  if (office.kind !== 'office') return <ClosedOffice office={office} path={proposalsPath} />;
  const read = await readOffice(office, 'proposals', officeProposalsSchema);
  if (read.kind !== 'read') return <ClosedOffice office={{ kind: 'unavailable' }} path={proposalsPath} />;
  const structure = await readOfficeStructure(office.api);
  const { Proposals: proposals, More: hasMore } = read.body;
  const outcome = lookUp<string>(outcomes, String((await searchParams)['done']));
  return (
    <OfficePage
      office={office}
      help="proposals"
      current="/office/applications"
      title={proposalText.title}
      hasForm
    >
      {outcome !== undefined && <Notice role="status">{outcome}</Notice>}
      <PageTabs label={proposalText.tabs} current={proposalsPath} pages={applicationTabs} />
      <p className="max-w-prose text-ink-soft">
        {proposals.length === 0 ? proposalText.empty : proposalText.intro}
      </p>
      <ul className="grid gap-4">
        {proposals.map((proposal) => (
          <li key={proposal.Member.ID} className="rounded-xl border border-line bg-surface p-4">
            <Proposal proposal={proposal} structure={structure} />
          </li>
        ))}
      </ul>
      {hasMore && <p>{proposalText.more}</p>}
    </OfficePage>
  );
}

function Proposal({ proposal, structure }: { proposal: OfficeProposal; structure: OfficeStructure }) {
  const { Member: member, Changes: changes, ProposedAt: at, Tag: tag } = proposal;
  const name = memberName(member);
  const hidden = { id: member.ID, tag };
  return (
    <section aria-labelledby={`member-${member.ID}`} className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`member-${member.ID}`} className="font-semibold wrap-anywhere">
          <a href={memberPath(member.ID)} className="text-accent underline">
            {name}
          </a>
        </h2>
        <p className="text-sm text-ink-soft">{say(proposalText.since, { day: formatDay(at) })}</p>
      </div>
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="sr-only">{say(proposalText.caption, { name })}</caption>
        <thead className="border-b border-line-strong text-sm">
          <tr>
            {[proposalText.field, proposalText.now, proposalText.proposed].map((head) => (
              <th key={head} scope="col" className="px-2 py-1 font-medium first:pl-0">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ Field, Before, After, Now }) => (
            <tr key={Field} className="border-b border-line align-top">
              <th scope="row" className="py-1 pr-2 font-medium wrap-anywhere">
                {nameOfSubject(Field, structure)}
              </th>
              <td className="px-2 py-1 whitespace-pre-wrap wrap-anywhere">
                <PictureOf value={Now} membershipId={member.ID} />
                {describeSubject(Field, Now, structure)}
                {!isDeepStrictEqual(Before, Now) && (
                  <span className="block text-sm font-medium text-warn">
                    {say(proposalText.changed, { value: describeSubject(Field, Before, structure) })}
                  </span>
                )}
              </td>
              <td className="px-2 py-1 whitespace-pre-wrap wrap-anywhere">
                <PictureOf value={After} membershipId={member.ID} />
                {describeSubject(Field, After, structure)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap items-start gap-3">
        <ShortForm
          id={`accept-${member.ID}`}
          action={acceptProposal}
          path={proposalsPath}
          hidden={hidden}
          button={proposalText.accept}
          style="main"
        />
        <ShortForm
          id={`decline-${member.ID}`}
          action={declineProposal}
          path={proposalsPath}
          hidden={hidden}
          fields={[
            {
              name: 'answer',
              label: say(proposalText.answer, { name }),
              type: 'lines',
              hint: proposalText.answerHint,
              maxLength: maxProposalAnswer,
            },
          ]}
          button={proposalText.declineButton}
          summary={proposalText.decline}
        />
      </div>
    </section>
  );
}

/** The description beside the picture is its text. */
function PictureOf({ value, membershipId }: { value: unknown; membershipId: string }) {
  const picture = pictureOf(value);
  if (picture === null) return null;
  return (
    <img
      src={officePicturePath(membershipId, picture.ID)}
      alt=""
      width={160}
      height={160}
      className="mb-1 size-40 max-w-full border border-line bg-white object-contain"
    />
  );
}
