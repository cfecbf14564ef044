import { formText } from '@/lib/messages/office-forms';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { Notice } from '../ui/notice';
import { RecentSignIn } from './recent-sign-in';

export function RefusalNotice({ refusal }: { refusal: FormRefusal | null }) {
  if (refusal === null) return null;
  if (refusal.needsSignIn === 'again') return <RecentSignIn path="/account/signed-in" inNewTab />;
  if (refusal.needsSignIn === 'signed-out') {
    return (
      <Notice role="alert">
        <p className="font-medium">{formText.signedOut}</p>
        <p>
          <a
            href="/api/auth/renew?callbackUrl=%2Faccount%2Fsigned-in"
            target="_blank"
            rel="noopener"
            className="underline"
          >
            {formText.signIn}
          </a>
          {'. '}
          {formText.signInThen}
        </p>
      </Notice>
    );
  }
  return (
    <Notice role="alert">
      <p className="font-medium">{formText.problems}</p>
      <ul className="list-disc pl-5">
        {refusal.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}
