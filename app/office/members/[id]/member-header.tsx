import type { ReactNode } from 'react';
import { cardOptions } from '@/components/directory/card-options';
import { MemberCard } from '@/components/directory/member-card';
import { AccountForms } from '@/components/office/account-forms';
import { MemberStatus } from '@/components/office/member-status';
import { owedFacts } from '@/components/office/member-memberships';
import { ShortForm } from '@/components/office/short-form';
import { buttonStyle } from '@/components/ui/button';
import { amountOwed, formatAmount } from '@/lib/base/amount';
import { chapterhouse } from '@/lib/chapterhouse';
import { dateInZone } from '@/lib/base/clock';
import { memberPath } from '@/lib/directory/member-address';
import { waitingStandings } from '@/lib/contract/words';
import { formatDay } from '@/lib/messages/format';
import { locale } from '@/lib/messages/locale';
import { familyText } from '@/lib/messages/office-family';
import { memberText } from '@/lib/messages/office-member';
import { notesText } from '@/lib/messages/office-notes';
import { say } from '@/lib/messages/say';
import { linkButton } from '@/lib/office-pages/account-form';
import { officerAccessOf } from '@/lib/office-pages/hidden-fields';
import { mayUse } from '@/lib/office-pages/may-use';
import { captionOf } from '@/lib/office-pages/member-form';
import { sectionPath, type MemberSection } from '@/lib/office-pages/member-sections';
import { lastDayAfterPayment, nextYear } from '@/lib/office-pages/next-year';
import { readAccount, type OpenMember } from '@/lib/office-pages/read-member';
import { notePath, readNotes } from '@/lib/office-pages/read-notes';
import { addNote, changeAccount, extendMembership, hideMember, receivePayment, showMember } from '../actions';
import { MemberMore } from './member-more';

type Props = OpenMember & { section: MemberSection };

/** Who the member is, what is owed, what the public sees, and the most likely actions. */
export async function MemberHeader(props: Props) {
  const { member } = props;
  const { directory } = chapterhouse();
  const entry = directory.find(member.ID);
  const card = entry === null || entry === 'removed' ? null : entry;
  const last = member.ExpiryDate;
  return (
    <div className="flex items-start gap-6">
      <div className="grid min-w-0 flex-1 content-start gap-3">
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <Fact name={familyText.number}>{member.MembershipNumber}</Fact>
          {member.ID !== member.MembershipNumber && <Fact name={memberText.id}>{member.ID}</Fact>}
          <Fact name={captionOf('MembershipType.ID')}>{member.MembershipType.Type}</Fact>
          <Fact name={memberText.status}>
            <MemberStatus of={member} />
          </Fact>
          {last !== undefined && (
            <Fact name={familyText.until}>{last === null ? familyText.never : formatDay(last)}</Fact>
          )}
          {member.Leaving !== undefined && (
            <Fact name={memberText.leaving}>
              {say(member.Leaving.Reason ? memberText.leavingWhy : memberText.leavingSince, {
                day: formatDay(member.Leaving.SaidOn),
                reason: member.Leaving.Reason ?? '',
              })}
            </Fact>
          )}
          {owedFacts(member).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
          <Fact name={memberText.seenBy}>
            <a
              href={card === null ? sectionPath(member.ID, 'directory') : memberPath(card.slug)}
              className="inline-flex min-h-6 items-center text-accent underline"
            >
              {card === null ? memberText.unseen : memberText.seen}
            </a>
          </Fact>
        </dl>
        <div className="grid gap-1">
          <Actions {...props} />
          {props.section === 'details' && <MemberMore {...props} />}
        </div>
        <Note {...props} />
      </div>
      {card !== null && (
        // Inert, because the section "Directory" has the same card with its links.
        <div inert className="w-56 shrink-0 max-xl:hidden print:hidden">
          <div className="w-96 [zoom:0.58]">
            <MemberCard hit={{ entry: card, nearest: null }} unit="km" {...cardOptions()} />
          </div>
        </div>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

async function Actions({ office, member, etag, tag, path, may, section }: Props) {
  const { ID: id, ExpiryDate: expiry, ParentID: parent, Checked: isApproved, Standing: standing } = member;
  const { Listed: isListed } = member.Directory;
  const { AmountOutstanding: amount, Currency: currency } = member;
  // The company pays for its sub-members.
  const owed =
    amount === undefined || parent !== null
      ? null
      : amountOwed({ AmountOutstanding: amount, Currency: currency });
  const { clock, site } = chapterhouse();
  const paidUntil = lastDayAfterPayment(expiry ?? null, dateInZone(clock(), site().timeZone));
  // The section "Sign-in" has this button itself.
  const account = section === 'sign-in' ? null : await readAccount(office, id);
  const link = account === null ? null : linkButton(member, account);
  return (
    <div className="flex flex-wrap items-start gap-3">
      {!isApproved &&
        waitingStandings.some((one) => one === (standing ?? 'none')) &&
        mayUse(office.me, 'GET approvals') && (
          <a href={`/office/applications/${encodeURIComponent(id)}`} className={buttonStyle('quiet')}>
            {memberText.decide}
          </a>
        )}
      {owed !== null && may('ExpiryDate') && may('AmountOutstanding') && expiry !== undefined && (
        <ShortForm
          key={`payment ${etag}`}
          id="payment"
          action={receivePayment}
          path={path}
          hidden={{ id, etag: tag, date: paidUntil ?? '' }}
          button={
            paidUntil === null
              ? say(memberText.paymentOnly, { amount: formatAmount(owed, locale) })
              : say(memberText.payment, { amount: formatAmount(owed, locale), date: formatDay(paidUntil) })
          }
          style="main"
        />
      )}
      {may('ExpiryDate') && parent === null && expiry !== undefined && expiry !== null && (
        <ShortForm
          key={`extend ${etag}`}
          id="extend"
          action={extendMembership}
          path={path}
          hidden={{ id, etag: tag, date: nextYear(expiry) }}
          button={say(memberText.extend, { date: formatDay(nextYear(expiry)) })}
        />
      )}
      {may('Directory.Listed') && (
        <ShortForm
          key={`listing ${etag}`}
          id="listing"
          action={isListed ? hideMember : showMember}
          path={path}
          hidden={{ id, etag: tag }}
          button={isListed ? memberText.hide : memberText.show}
        />
      )}
      {link !== null && <AccountForms action={changeAccount} member={id} path={path} buttons={[link]} />}
    </div>
  );
}

/** The newest note and a form for another one. The section "Notes" has both itself. */
async function Note({ office, member, path, section }: Props) {
  if (section === 'notes') return null;
  const notes = await readNotes(office, member.ID);
  if (notes === null) return null;
  const newest = notes.at(-1);
  const mayEdit = officerAccessOf(office.me)?.edits('notes') !== false;
  return (
    <div className="grid gap-2">
      {newest !== undefined && (
        <p className="line-clamp-2 border-l-2 border-accent pl-3 wrap-anywhere">
          <a
            href={mayEdit ? notePath(member.ID, newest.ID) : sectionPath(member.ID, 'notes')}
            className="text-accent underline"
          >
            {memberText.newestNote}
          </a>
          {': '}
          {newest.Text}
        </p>
      )}
      {mayEdit && (
        <ShortForm
          key={`note ${notes.length}`}
          id="note"
          action={addNote}
          path={path}
          hidden={{ id: member.ID }}
          fields={[{ name: 'text', label: notesText.add, type: 'lines', maxLength: 5000 }]}
          button={notesText.addButton}
          isInline
        />
      )}
    </div>
  );
}
