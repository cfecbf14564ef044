import type { Metadata } from 'next';
import { AccountMenu } from '@/components/account/account-menu';
import { CardSheet } from '@/components/account/card-sheet';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { Notice } from '@/components/ui/notice';
import { issueCards } from '@/lib/account/card';
import { requireSignedIn } from '@/lib/account/current-member';
import { chapterhouse } from '@/lib/chapterhouse';
import { cardText } from '@/lib/messages/card';
import { readOwnEntries } from '@/lib/office/own-entry';
import { ownPicturePath } from '@/lib/office/picture-form';

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
