import type { Metadata } from 'next';
import { AccountMenu } from '@/components/account/account-menu';
import { MemberIdCard, type CardIssuer } from '@/components/account/member-id-card';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { issueCards, type Card } from '@/lib/account/card';
import { requireSignedIn } from '@/lib/account/current-member';
import { chapterhouse } from '@/lib/chapterhouse';
import { cardText } from '@/lib/messages/account';
import { say, sayAround } from '@/lib/messages/say';
import { readOwnEntries } from '@/lib/office-pages/own-entry';
import { ownPicturePath } from '@/lib/office-pages/picture-form';

export const metadata: Metadata = { title: cardText.title, robots: { index: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function CardPage({ searchParams }: Props) {
  const member = await requireSignedIn('/account/card');
  if (member.kind !== 'member')
    return <NotAvailable kind={member.kind} path="/account/card" title={cardText.title} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  const app = chapterhouse();
  const cards = await issueCards(app, member);
  const entries = await readOwnEntries(app);
  const pictures = new Map(
    entries?.Members.flatMap(({ Member: { ID, Picture } }) =>
      Picture ? [[ID, ownPicturePath(ID, Picture.ID)] as const] : [],
    ),
  );
  const isRevoked = (await searchParams)['revoked'] !== undefined;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight print:hidden">{cardText.title}</h1>
      <AccountMenu current="/account/card" />
      {isRevoked && <Notice role="status">{cardText.revoked}</Notice>}
      <CardSheet
        cards={cards}
        pictures={pictures}
        association={app.site()}
        checkHost={new URL(app.config.baseUrl).host}
      />
    </div>
  );
}

function CardSheet({
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
  const typed = cards[0]?.typed;
  return (
    <>
      {cards.map((card) => (
        <MemberIdCard
          key={card.membershipId}
          card={card}
          association={association}
          picture={pictures.get(card.membershipId) ?? null}
        />
      ))}
      <p className="print:hidden">
        {say(cardText.lead, { host: checkHost })}
        {typed != null && ` ${say(cardText.typed, { address: typed.address })}`}
      </p>
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
