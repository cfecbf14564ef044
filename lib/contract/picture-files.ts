/**
 * The files of a member's picture (docs/decisions.md, A4). This is a separate file, because browsers load it.
 */

export const maxPictureDescription = 200;

/** The widths in pixels, which are also the heights: every picture is a square. */
export const pictureSizes = [96, 240, 480] as const;
export const pictureFormats = { webp: 'image/webp', jpg: 'image/jpeg' } as const;
export type PictureFormat = keyof typeof pictureFormats;

/** A file of a picture, such as `480.webp`. */
export type PictureFile = `${(typeof pictureSizes)[number]}.${PictureFormat}`;
// The cast is safe: these are all sizes with all formats.
export const pictureFiles = pictureSizes.flatMap((size) =>
  Object.keys(pictureFormats).map((format) => `${size}.${format}`),
) as PictureFile[];

export function pictureTypeOfFile(file: PictureFile): string {
  return file.endsWith('.webp') ? pictureFormats.webp : pictureFormats.jpg;
}

/** The files that a browser may choose. On a phone, the browser then converts other formats, or does not offer them. */
export const acceptedPictures = 'image/jpeg,image/png,image/webp';
export const maxUploadedPictureBytes = 20 * 1024 * 1024;

/** A part of a picture, in percent of its width and height: left, top, width and height. */
export type Crop = readonly [x: number, y: number, width: number, height: number];

/** null: the text does not describe a part of a picture. */
export function parseCrop(text: string): Crop | null {
  const numbers = text.split(',').map((part) => (/^\d{1,3}(\.\d{1,6})?$/.test(part) ? Number(part) : NaN));
  const [x = NaN, y = NaN, width = NaN, height = NaN] = numbers;
  const isInside = width > 0 && height > 0 && x + width <= 100.01 && y + height <= 100.01;
  return numbers.length === 4 && isInside ? [x, y, width, height] : null;
}

/** The address of the picture in the public directory. It exists while the entry shows the picture. */
export function memberPicturePath(membershipId: string, id: string, file: PictureFile): string {
  return `/pictures/members/${membershipId}/${id}/${file}`;
}
