import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ShortForm } from '@/components/office/short-form';
import { buttonStyle } from '@/components/ui/button';
import { chapterhouse } from '@/lib/chapterhouse';
import { say } from '@/lib/messages/say';
import { setUpText as text } from '@/lib/messages/sign-in';
import { setUp } from './actions';

export const metadata: Metadata = { title: text.title, robots: { index: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The page that the link of a new installation opens (docs/decisions.md, J27). It needs no sign-in. */
export default async function SetUpPage({ searchParams }: Props) {
  const { setUp: service, site } = chapterhouse();
  if (service === null) notFound();
  const { token = '', done } = await searchParams;
  if (done !== undefined && !site().isDemonstration) return <Done name={site().name} />;
  if (!(await service.isValid(String(token)))) return <UsedLink />;
  return (
    <div className="mx-auto grid max-w-2xl gap-5">
      <h1 className="text-3xl font-semibold tracking-tight">{text.title}</h1>
      <p>{text.intro}</p>
      <ShortForm
        id="set-up"
        action={setUp}
        path={`/set-up?token=${encodeURIComponent(String(token))}`}
        hidden={{ token: String(token) }}
        fields={[
          { name: 'firstName', label: text.firstName, type: 'text', autoComplete: 'given-name' },
          { name: 'lastName', label: text.lastName, type: 'text', autoComplete: 'family-name' },
          { name: 'email', label: text.email, type: 'email', autoComplete: 'email' },
          {
            name: 'password',
            label: text.password,
            type: 'password',
            hint: text.passwordHint,
            autoComplete: 'new-password',
          },
          { name: 'name', label: text.name, type: 'text', autoComplete: 'organization' },
          {
            name: 'country',
            label: text.country,
            type: 'text',
            hint: text.countryHint,
            autoComplete: 'country-name',
          },
          {
            name: 'timeZone',
            label: text.timeZone,
            type: 'choice',
            options: [
              { ID: '', Name: text.defaultZone },
              ...Intl.supportedValuesOf('timeZone').map((ID) => ({ ID, Name: ID.replaceAll('_', ' ') })),
            ],
          },
        ]}
        button={text.create}
        style="main"
      />
      <p>
        <a href="/" className="text-accent underline">
          {text.keep}
        </a>
      </p>
      <p className="text-sm text-ink-soft">{text.keepHint}</p>
    </div>
  );
}

function Done({ name }: { name: string }) {
  return (
    <div className="mx-auto grid max-w-2xl justify-items-start gap-5">
      <h1 className="text-3xl font-semibold tracking-tight wrap-anywhere">{say(text.doneTitle, { name })}</h1>
      <p role="status">{text.done}</p>
      <a href="/office" className={buttonStyle('main')}>
        {text.open}
      </a>
    </div>
  );
}

function UsedLink() {
  return (
    <div className="mx-auto grid max-w-2xl justify-items-start gap-5">
      <h1 className="text-3xl font-semibold tracking-tight">{text.usedTitle}</h1>
      <p>{text.used}</p>
      <a href="/" className="text-accent underline">
        {text.start}
      </a>
    </div>
  );
}
