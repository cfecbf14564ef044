import type { Metadata } from 'next';
import { ClosedOffice } from '@/components/office/closed-office';
import { OfficePage } from '@/components/office/office-page';
import { memberText } from '@/lib/messages/office-member';
import { requireOffice } from '@/lib/office-pages/current-office';

export const metadata: Metadata = { title: memberText.signedInTitle };

const path = '/office/signed-in';

/**
 * Says that the person is signed in again. A form may refuse to save until the person signs in again. The sign-in then
 * opens in a new tab, which shows this page at the end. The form is still open in the first tab.
 */
export default async function SignedInPage() {
  const office = await requireOffice(path);
  if (office.kind !== 'office') return <ClosedOffice office={office} path={path} />;
  return (
    <OfficePage office={office} help={null} current="/office" title={memberText.signedInTitle}>
      <p>{memberText.signedIn}</p>
    </OfficePage>
  );
}
