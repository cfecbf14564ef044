import type { Metadata } from 'next';
import { requireSignedIn } from '@/lib/account/current-member';
import { memberText } from '@/lib/messages/office-member';

export const metadata: Metadata = { title: memberText.signedInTitle, robots: { index: false } };

/**
 * Says that the person is signed in again. A form of the office or of a member may refuse to save until the person signs
 * in again. The sign-in then opens in a new tab, which shows this page at the end. The form is still open in the first
 * tab.
 */
export default async function SignedInPage() {
  await requireSignedIn('/account/signed-in');
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{memberText.signedInTitle}</h1>
      <p>{memberText.signedIn}</p>
    </div>
  );
}
