import type { OfficeMember } from '@/lib/membership-api/office';
import { memberText } from '@/lib/messages/office-member';
import { buttonStyle } from '../ui/button';

interface Props {
  member: OfficeMember;
  etag: string;
  hide: (form: FormData) => Promise<void>;
  show: (form: FormData) => Promise<void>;
}

/** One button that hides a member from the directory, or shows them again. */
export function ListingForm({ member, etag, hide, show }: Props) {
  const isListed = member.Directory.Listed;
  return (
    <form action={isListed ? hide : show}>
      <input type="hidden" name="id" value={member.ID} />
      <input type="hidden" name="etag" value={etag} />
      <button type="submit" className={buttonStyle('quiet')}>
        {isListed ? memberText.hide : memberText.show}
      </button>
    </form>
  );
}
