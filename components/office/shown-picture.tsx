import type { MemberResource } from '@/lib/contract/resources';
import { ownEntryText } from '@/lib/messages/own-entry';
import { pictureText } from '@/lib/messages/picture';

interface Props {
  member: Pick<MemberResource, 'Kind' | 'Picture'>;
  /** What the public sees of the member. */
  shown: { Listed: boolean; Show: readonly string[] } | undefined;
  src: string;
}

/** The picture of a person or the logo of an organisation, as members and the office see it. */
export function ShownPicture({ member: { Kind: kind, Picture: picture }, shown, src }: Props) {
  return (
    <div>
      <img
        src={src}
        alt={picture?.Description || pictureText.noDescription}
        width={112}
        height={112}
        className={`size-28 border border-line bg-white ${kind === 'corporate' ? 'rounded-lg' : 'rounded-full'}`}
      />
      <p className="mt-1 text-sm text-ink-soft">
        {shown?.Listed === true && shown.Show.includes('Picture') ? ownEntryText.seen : ownEntryText.unseen}
      </p>
    </div>
  );
}
