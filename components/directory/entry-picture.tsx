import type { PublicEntry } from '@/lib/directory/model/entry';
import { memberPicturePath, pictureSizes } from '@/lib/contract/picture-files';
import { Initials } from '../ui/initials';

interface Props {
  entry: Pick<PublicEntry, 'id' | 'name' | 'kind' | 'picture'>;
  size?: keyof typeof shown;
}

/** The width in CSS pixels. */
const shown = {
  medium: { px: 44, style: 'size-11' },
  large: { px: 112, style: 'size-28' },
};

/** The picture or logo, or the initials. Beside the name, a picture without a description is decorative. */
export function EntryPicture({ entry: { id, name, kind, picture }, size = 'medium' }: Props) {
  if (picture === undefined) return <Initials name={name} id={id} size={size} />;
  const { px, style } = shown[size];
  const at = (width: (typeof pictureSizes)[number], format: 'webp' | 'jpg') =>
    memberPicturePath(id, picture.id, `${width}.${format}`);
  const shape = kind === 'organisation' ? 'rounded-lg' : 'rounded-full';
  return (
    <picture className="shrink-0 print:hidden">
      <source
        type="image/webp"
        srcSet={pictureSizes.map((width) => `${at(width, 'webp')} ${width}w`).join(', ')}
        sizes={`${px}px`}
      />
      <img
        src={at(240, 'jpg')}
        alt={picture.description ?? ''}
        width={px}
        height={px}
        loading={size === 'large' ? 'eager' : 'lazy'}
        decoding="async"
        className={`${style} ${shape} border border-line bg-white object-cover`}
      />
    </picture>
  );
}
