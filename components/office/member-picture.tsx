import { PictureForm } from './picture-form';
import { ShownPicture } from './shown-picture';
import { Panel } from './panel';
import type { OfficeMember } from '@/lib/contract/office';
import { pictureText } from '@/lib/messages/picture';
import { noPicture, officePicturePath, type PictureFormState } from '@/lib/office-pages/picture-form';

interface Props {
  member: OfficeMember;
  mayChange: boolean;
  path: string;
  action: (previous: PictureFormState, form: FormData) => Promise<PictureFormState>;
}

export function MemberPicture({ member, mayChange, path, action }: Props) {
  const { ID: id, Picture: picture = null, Kind: kind, PublicEntry: shown } = member;
  const isLogo = kind === 'corporate';
  return (
    <Panel id="picture" title={isLogo ? pictureText.logo : pictureText.picture}>
      {picture === null ? (
        <p className="text-ink-soft">{pictureText.none}</p>
      ) : (
        <ShownPicture member={member} shown={shown} src={officePicturePath(id, picture.ID)} />
      )}
      {mayChange && (
        <details>
          <summary className="min-h-8 cursor-pointer py-1 font-medium">
            {picture === null ? pictureText.add : pictureText.change}
          </summary>
          <div className="pt-2">
            <PictureForm
              key={picture?.ID}
              action={action}
              start={noPicture}
              id={id}
              picture={picture}
              isLogo={isLogo}
              path={path}
              cancelPath={path}
            />
          </div>
        </details>
      )}
    </Panel>
  );
}
