import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { refuseOthers } from '@/components/account/require-member';
import { SafeHtml } from '@/components/ui/safe-html';
import { chapterhouse } from '@/lib/chapterhouse';
import { markdownToHtml } from '@/lib/base/markdown';
import { memberPageSchema } from '@/lib/contract/member-pages';
import { memberPagesText } from '@/lib/messages/member-pages';
import { say } from '@/lib/messages/say';
import { readOwn } from '@/lib/office-pages/own-entry';
import { formatBytes } from '@/lib/office-pages/read-health';
import { pageHtml } from '@/lib/base/public-html';

export const metadata: Metadata = { title: memberPagesText.title, robots: { index: false } };

interface Props {
  params: Promise<{ page: string }>;
}

export default async function MemberPage({ params }: Props) {
  const { page: id } = await params;
  const path = `/members-only/pages/${encodeURIComponent(id)}`;
  const refused = await refuseOthers(path, memberPagesText.title);
  if (refused !== null) return refused;
  const page = await readOwn(chapterhouse(), `pages/${encodeURIComponent(id)}`, memberPageSchema);
  if (page === null) notFound();
  const html = pageHtml(markdownToHtml(page.Text));
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <AccountMenu current="/members-only" />
      <article className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <h1 className="text-3xl font-semibold tracking-tight wrap-anywhere">{page.Title}</h1>
        {html === null ? <p className="text-ink-soft">{memberPagesText.empty}</p> : <SafeHtml html={html} />}
        {page.Files.length > 0 && (
          <section aria-labelledby="downloads" className="grid gap-2">
            <h2 id="downloads" className="text-xl font-semibold">
              {memberPagesText.downloads}
            </h2>
            <ul className="grid gap-1">
              {page.Files.map(({ ID, Name, Bytes }) => (
                <li key={ID} className="wrap-anywhere">
                  <a
                    href={`${path}/files/${ID}`}
                    className="inline-flex min-h-9 items-center text-accent underline"
                  >
                    {say(memberPagesText.download, { name: Name, size: formatBytes(Bytes) })}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </article>
      <p>
        <a href="/members-only" className="text-accent underline">
          {memberPagesText.back}
        </a>
      </p>
    </div>
  );
}
