import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { CodeForm } from '@/components/account/code-form';
import { checkCard, type CardCheck } from '@/lib/account/card-check';
import { chapterhouse } from '@/lib/chapterhouse';
import { formatInstant } from '@/lib/messages/format';
import { sayAround } from '@/lib/messages/say';
import { verifyText } from '@/lib/messages/account';

export const metadata: Metadata = {
  title: verifyText.title,
  robots: { index: false, follow: false },
  // The address contains the code, so browsers must not send it to other pages as the referrer.
  referrer: 'no-referrer',
};

export default async function VerifyPage({ params }: { params: Promise<{ code: string }> }) {
  const app = chapterhouse();
  const { name, timeZone } = app.site();
  const check = await checkCard(app, (await params).code);
  return (
    <>
      <CardCheckResult check={check} association={name} asOf={app.clock()} timeZone={timeZone} />
      {app.ownSignIns !== null && (
        <section className="mx-auto max-w-md border-t border-line pt-6">
          <h2 className="mb-3 text-xl font-semibold">{verifyText.another}</h2>
          <CodeForm />
        </section>
      )}
    </>
  );
}

interface Props {
  check: CardCheck;
  association: string;
  asOf: Date;
  timeZone: string;
}

function CardCheckResult({ check, association, asOf, timeZone }: Props) {
  const sentence = sayAround(verifyText.asOf, { time: formatInstant(asOf, timeZone) });
  return (
    <section className="mx-auto grid max-w-md gap-3 py-6 text-center">
      <p className="font-medium text-ink-soft">{association}</p>
      <Verdict check={check} />
      <p className="text-sm text-ink-soft">
        {sentence.before}
        <time dateTime={asOf.toISOString()}>{sentence.within}</time>
        {sentence.after}
      </p>
    </section>
  );
}

function Verdict({ check }: { check: CardCheck }) {
  if (check.kind === 'unavailable') {
    return <Result mark="…" title={verifyText.unavailable} text={verifyText.unavailableText} />;
  }
  if (check.kind === 'unknown') {
    return <Result mark="✕" title={verifyText.unknown} text={verifyText.unknownText} />;
  }
  return (
    <Result
      mark={check.isValid ? '✓' : '✕'}
      title={check.isValid ? verifyText.valid : verifyText.notValid}
      text={
        <>
          <span className="block text-xl font-semibold [overflow-wrap:anywhere]">{check.name}</span>
          {check.type}
        </>
      }
    />
  );
}

function Result({ mark, title, text }: { mark: '✓' | '✕' | '…'; title: string; text: ReactNode }) {
  return (
    <div
      className={`grid gap-3 rounded-2xl border-2 p-6 ${mark === '✓' ? 'border-accent bg-accent-soft' : 'border-warn bg-warn-soft'}`}
    >
      <h1 className="text-4xl font-semibold tracking-tight">
        <span aria-hidden="true">{mark}</span> {title}
      </h1>
      <p>{text}</p>
    </div>
  );
}
