import type { OfficeMember } from '@/lib/membership-api/office';
import { memberText } from '@/lib/messages/office-member';
import type { ShortFormAction } from '@/lib/office/short-form';
import { ShortForm } from './short-form';

interface Props {
  member: OfficeMember;
  etag: string;
  /** The address of the page. */
  path: string;
  hide: ShortFormAction;
  show: ShortFormAction;
}

/** One button that hides a member from the directory, or shows them again. */
export function ListingForm({ member, etag, path, hide, show }: Props) {
  const isListed = member.Directory.Listed;
  return (
    <ShortForm
      id="listing"
      action={isListed ? hide : show}
      path={path}
      hidden={{ id: member.ID, etag }}
      button={isListed ? memberText.hide : memberText.show}
    />
  );
}
