import type { Card } from '@/lib/account/card';
import { buttonStyle } from '../ui/button';
import { MemberIdCard } from './member-id-card';

/** The cards to show or print, and the way to make lost ones worthless. */
export function CardSheet({
  cards,
  association,
  checkHost,
}: {
  cards: Card[];
  association: string;
  checkHost: string;
}) {
  if (cards.length === 0) {
    return (
      <p>
        There is a card for each valid membership, and you have none today.{' '}
        <a href="/account" className="text-accent underline">
          Your memberships
        </a>{' '}
        says what to do.
      </p>
    );
  }
  return (
    <>
      <p className="print:hidden">
        Show it on your phone, or print this page. Whoever scans the code sees at {checkHost} whether the
        membership is valid that day, with the name and the type on the card and nothing else.
      </p>
      {cards.map((card) => (
        <MemberIdCard key={card.membershipId} card={card} association={association} />
      ))}
      <details className="print:hidden">
        <summary className="min-h-11 content-center">Lost a card?</summary>
        <form method="post" action="/account/card/revoke" className="mt-2 grid justify-items-start gap-3">
          <p>Every card you have shown or printed so far becomes worthless, and you get new ones.</p>
          <button type="submit" className={buttonStyle('quiet')}>
            Make my old cards worthless
          </button>
        </form>
      </details>
    </>
  );
}
