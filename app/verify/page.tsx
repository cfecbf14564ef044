import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { CodeForm } from '@/components/account/code-form';
import { chapterhouse } from '@/lib/chapterhouse';
import { readCardCode } from '@/lib/contract/cards';
import { verifyText } from '@/lib/messages/account';

export const metadata: Metadata = {
  title: verifyText.title,
  robots: { index: false, follow: false },
  // The address may contain a code, so browsers must not send it to other pages as the referrer.
  referrer: 'no-referrer',
};

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** In remote mode, codes are too long to type. */
export default async function VerifyFormPage({ searchParams }: Props) {
  const app = chapterhouse();
  if (app.ownSignIns === null) notFound();
  const { code } = await searchParams;
  const typed = typeof code === 'string' ? code : null;
  const read = typed === null ? null : readCardCode(typed);
  if (read !== null) redirect(`/verify/${read}`);
  return (
    <section className="mx-auto grid max-w-md gap-3 py-6">
      <p className="font-medium text-ink-soft">{app.site().name}</p>
      <h1 className="text-3xl font-semibold tracking-tight">{verifyText.formTitle}</h1>
      <p>{verifyText.formText}</p>
      <CodeForm {...(typed !== null && { wrong: typed.slice(0, 40) })} />
    </section>
  );
}
