import { lookUp } from '@/lib/base/look-up';
import { ownEntryText } from '@/lib/messages/own-entry';
import { pictureText } from '@/lib/messages/picture';
import { PictureForm } from '@/components/office/picture-form';
import { ShownPicture } from '@/components/office/shown-picture';
import { noPicture, ownPicturePath, proposedPicture } from '@/lib/office-pages/picture-form';
import { saveOwnPicture } from './actions';
import type { OwnPartProps } from './own-fields';
import { OwnPart } from './own-part';

/** The picture of a person or the logo of an organisation. A picture that waits for the office is in its form. */
export function OwnPicture({ entry: { Member: member, Proposal }, entries, edit, path, of }: OwnPartProps) {
  const id = `picture-${member.ID}`;
  const rule = lookUp(entries.Rules, 'Picture') ?? 'locked';
  const isOpen = edit === id && rule !== 'locked';
  const { Picture: picture = null, PublicEntry: shown } = member;
  const isLogo = member.Kind === 'corporate';
  return (
    <OwnPart
      id={id}
      title={isLogo ? pictureText.logo : pictureText.picture}
      of={of}
      rules={[rule]}
      editPath={isOpen ? null : `${path}?edit=${id}`}
    >
      {isOpen ? (
        <PictureForm
          action={saveOwnPicture}
          start={noPicture}
          id={member.ID}
          picture={proposedPicture(Proposal) ?? picture}
          isLogo={isLogo}
          path={`${path}?edit=${id}`}
          cancelPath={`${path}#${id}`}
        />
      ) : picture === null ? (
        <p className="text-ink-soft">{ownEntryText.empty}</p>
      ) : (
        <ShownPicture member={member} shown={shown} src={ownPicturePath(member.ID, picture.ID)} />
      )}
    </OwnPart>
  );
}
