import type { ReactNode } from 'react';
import { answersByQuestion } from '@/lib/account/extra-answers';
import { formatAmount } from '@/lib/base/amount';
import { chapterhouse } from '@/lib/chapterhouse';
import type { HeldAddon } from '@/lib/contract/resources';
import type { MembershipStanding } from '@/lib/contract/standing';
import {
  kindLabel,
  nameOfMembership,
  nextStepSentence,
  paymentLabel,
  stateLabel,
  stateSentence,
} from '@/lib/account/words';
import { accountText, factText } from '@/lib/messages/account';
import { formatDay } from '@/lib/messages/format';
import { ownStaffText } from '@/lib/messages/own-entry';
import { locale } from '@/lib/messages/locale';
import { say, sayAround } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';
import { FactList } from './fact-list';

interface Props {
  standing: MembershipStanding;
  today: string;
  /** Why visitors do not see the membership. null: they see it. */
  hidden: ReactNode;
  /** What somebody who leaves reads instead of the next step. null: the member does not leave. */
  leaving?: ReactNode;
  /** What the member can do about the membership. */
  children?: ReactNode;
}

export function MembershipPanel({ standing, today, hidden, leaving = null, children }: Props) {
  const { membership, isValid, kind } = standing;
  const headingId = `membership-${membership.ID}`;
  return (
    <article aria-labelledby={headingId} className="rounded-xl border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="text-sm text-ink-soft">{kindLabel(standing)}</p>
          <h2 id={headingId} className="text-xl font-semibold [overflow-wrap:anywhere]">
            {nameOfMembership(standing)}
          </h2>
        </div>
        <p
          className={`rounded-full px-3 py-1 text-sm font-medium ${
            isValid && standing.state === 'current' ? 'bg-accent-soft text-accent' : 'bg-warn-soft text-warn'
          }`}
        >
          {stateLabel(standing)}
        </p>
      </div>
      <p className="mt-4">
        {stateSentence(standing, today)} {leaving === null && nextStepSentence(standing)}
      </p>
      {leaving !== null && <div className="mt-4">{leaving}</div>}
      <Payment standing={standing} />
      {hidden !== null && <div className="mt-4">{hidden}</div>}
      {kind === 'corporate' && chapterhouse().ownSignIns !== null && (
        <p className="mt-4">
          <a href={`/account/staff/${membership.ID}`} className="text-accent underline">
            {say(ownStaffText.link, {
              company: 'MembershipName' in membership ? membership.MembershipName : '',
            })}
          </a>
        </p>
      )}
      <MembershipFacts standing={standing} />
      {children}
    </article>
  );
}

/** What is owed, with the links to pay. */
export function Payment({ standing }: { standing: MembershipStanding }) {
  const { owed, invoiceUrl, paymentUrl, nextStep } = standing;
  // A person waiting for the association's decision is told to do nothing, so no button may contradict that.
  const mayPay = paymentUrl !== null && nextStep !== 'nothing' && nextStep !== 'wait';
  if (owed === null && invoiceUrl === null && !mayPay) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
      {owed !== null && <Owed amount={formatAmount(owed, locale)} />}
      <div className="flex flex-wrap gap-3 print:hidden">
        {mayPay && (
          <a href={paymentUrl} rel="noopener" className={buttonStyle('main')}>
            {paymentLabel(standing)}
          </a>
        )}
        {invoiceUrl !== null && (
          <a href={invoiceUrl} rel="noopener" className={buttonStyle('quiet')}>
            {accountText.invoice}
          </a>
        )}
      </div>
    </div>
  );
}

function Owed({ amount }: { amount: string }) {
  const { before, within, after } = sayAround(accountText.owed, { amount });
  return (
    <p>
      {before}
      <strong className="text-2xl font-semibold tabular-nums">{within}</strong>
      {after}
    </p>
  );
}

function MembershipFacts({ standing }: { standing: MembershipStanding }) {
  const { membership, lastDay } = standing;
  const facts: [string, ReactNode][] = [
    [factText.number, membership.MembershipNumber],
    [factText.type, membership.MembershipType.Type],
    [factText.chapter, membership.Chapter?.Name ?? ''],
    [factText.memberSince, membership.JoiningDate === null ? '' : formatDay(membership.JoiningDate)],
    [factText.lastDay, lastDay === null ? '' : formatDay(lastDay)],
    ...answersByQuestion([...membership.MembershipType.Extras, ...membership.Extras]).map(
      ({ question, answers }): [string, ReactNode] => [question, answers.join(', ')],
    ),
    [factText.addons, membership.Addons.length === 0 ? '' : <Addons addons={membership.Addons} />],
  ];
  return (
    <div className="mt-5 border-t border-line pt-4">
      <FactList facts={facts} />
    </div>
  );
}

function Addons({ addons }: { addons: HeldAddon[] }) {
  return (
    <ul>
      {addons.map((held, index) => (
        <li key={`${held.Addon.ID} ${index}`}>{addonText(held)}</li>
      ))}
    </ul>
  );
}

/** A text such as "2 × Journal by post, until 30 June 2027". */
function addonText({ Quantity, Addon, ExpiryDate }: HeldAddon): string {
  const name =
    Number(Quantity) > 1 ? say(factText.severalOf, { quantity: Quantity, name: Addon.Name }) : Addon.Name;
  return ExpiryDate === null ? name : say(factText.until, { name, date: formatDay(ExpiryDate) });
}
