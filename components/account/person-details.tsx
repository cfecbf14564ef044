import type { ReactNode } from 'react';
import type { Address, LoggedInUser } from '@/lib/membership-api/resources';
import { factText } from '@/lib/messages/account';
import { FactList } from './fact-list';

export function PersonDetails({ user, children }: { user: LoggedInUser; children?: ReactNode }) {
  const address = addressLines(user.Address);
  const mailing = addressLines(user.MailingAddress);
  return (
    <section aria-labelledby="details" className="rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="details" className="mb-4 text-xl font-semibold">
        {factText.details}
      </h2>
      <FactList
        facts={[
          [
            factText.name,
            [user.Title, user.FirstName, user.LastName].filter((part) => part !== '').join(' '),
          ],
          [factText.organisation, user.Organisation],
          [factText.email, user.Email],
          [factText.phone, user.Phone],
          [factText.workPhone, user.WorkPhone],
          [factText.mobile, user.Mobile],
          [factText.address, address],
          [factText.mailingAddress, mailing === address ? '' : mailing],
        ]}
      />
      {children}
    </section>
  );
}

/** A text such as "1 Moorabool Street, Geelong VIC 3220, Australia". */
function addressLines({ Address, Suburb, State, Postcode, Country }: Address): string {
  const place = [Suburb, State, Postcode].filter((part) => part !== '').join(' ');
  return [Address ?? '', place, Country].filter((part) => part !== '').join(', ');
}
