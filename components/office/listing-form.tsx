import type { OfficeMember } from '@/lib/membership-api/office';
import { memberText } from '@/lib/messages/office-member';
import type { ShortFormAction } from '@/lib/office/short-form';
import { ShortForm } from './short-form';

interface Props {
  member: OfficeMember;
  etag: string;
  path: string;
  hide: ShortFormAction;
  show: ShortFormAction;
}

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
