import type { Card } from '@/lib/account/card';
import { cardText } from '@/lib/messages/card';
import { say, sayAround } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';
import { MemberIdCard, type CardIssuer } from './member-id-card';

export function CardSheet({
  cards,
  pictures,
  association,
  checkHost,
}: {
  cards: Card[];
  /** The addresses of pictures, by the membership's ID. */
  pictures: ReadonlyMap<string, string>;
  association: CardIssuer;
  checkHost: string;
}) {
  if (cards.length === 0) return <NoCard />;
  return (
    <>
      <p className="print:hidden">{say(cardText.lead, { host: checkHost })}</p>
      {cards.map((card) => (
        <MemberIdCard
          key={card.membershipId}
          card={card}
          association={association}
          picture={pictures.get(card.membershipId) ?? null}
        />
      ))}
      <details className="print:hidden">
        <summary className="min-h-11 content-center">{cardText.lost}</summary>
        <form method="post" action="/account/card/revoke" className="mt-2 grid justify-items-start gap-3">
          <p>{cardText.revokeText}</p>
          <button type="submit" className={buttonStyle('quiet')}>
            {cardText.revoke}
          </button>
        </form>
      </details>
    </>
  );
}

function NoCard() {
  const { before, within, after } = sayAround(cardText.none);
  return (
    <p>
      {before}
      <a href="/account" className="text-accent underline">
        {within}
      </a>
      {after}
    </p>
  );
}
