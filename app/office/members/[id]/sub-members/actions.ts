'use server';

import { redirect } from 'next/navigation';
import { partOfCompany } from '@/lib/contract/own-staff';
import { memberText } from '@/lib/messages/office-member';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { reasonOf, textOf } from '@/lib/office-pages/form-text';
import { captionOf } from '@/lib/office-pages/member-form';
import type { OfficeWrite } from '@/lib/office-pages/office-api';
import { donePath } from '@/lib/office-pages/member-sections';
import { sendShortForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

export async function addNewSubMember(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const company = textOf(form, 'company');
  const labels = {
    first: captionOf('User.FirstName'),
    last: captionOf('User.LastName'),
    email: captionOf('User.Email'),
    type: captionOf('MembershipType.ID'),
    listed: captionOf('Directory.Listed'),
    reason: memberText.reason,
  };
  const outcome = await sendShortForm(
    office,
    { form, previous, labels },
    {
      method: 'POST',
      path: 'members',
      key: textOf(form, 'key'),
      reason: reasonOf(form),
      body: {
        ...partOfCompany(company),
        Checked: true,
        MembershipType: { ID: textOf(form, 'type') },
        Directory: { Listed: textOf(form, 'listed') === 'true' },
        User: {
          FirstName: textOf(form, 'first'),
          LastName: textOf(form, 'last'),
          Email: textOf(form, 'email'),
        },
      },
    },
  );
  if (!outcome.isDone) return outcome.state;
  redirect(donePath(company, 'part-added'));
}

/**
 * If a membership was chosen, makes this membership part of the company. If a person was chosen, gives the person a new
 * membership in the company.
 */
export async function addKnownSubMember(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const company = textOf(form, 'company');
  const [what = '', of = ''] = textOf(form, 'choice').split(' ');
  const write: OfficeWrite =
    what === 'person'
      ? {
          method: 'POST',
          path: 'members',
          key: `${textOf(form, 'key')}-${of}`,
          body: {
            ...partOfCompany(company),
            Checked: true,
            MembershipType: { ID: textOf(form, 'type') },
            User: { ID: of },
          },
        }
      : {
          method: 'PATCH',
          path: `members/${encodeURIComponent(of)}`,
          // Changes only the company of the membership, so other changes since the page was shown do not matter.
          etag: '*',
          body: { ParentID: company },
        };
  const outcome = await sendShortForm(office, { form, previous, labels: {} }, write);
  if (!outcome.isDone) return outcome.state;
  redirect(donePath(company, 'part-added'));
}
