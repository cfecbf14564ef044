/** The picture of a person, or the logo of an organisation, in a member's entry (docs/decisions.md, A4). */
import { field, requireObject, unknownFields, problemsWithin, type Kind } from './field';
import { FieldError } from './field-error';
import { line, optional, pattern } from './text-kinds';

export interface MemberPicture {
  /** Random, so that nobody can guess the address of a picture. Each upload gets a new one. */
  id: string;
  /** For people who cannot see the picture. '': the name beside the picture says enough. */
  description: string;
}

const idPattern = /^[0-9a-f]{32}$/;
export const notUploaded = 'must be a picture that was uploaded for this member';
export const pictureId = pattern(idPattern, notUploaded);
export const maxPictureDescription = 200;
const description = line(maxPictureDescription);

/** The picture in JSON. */
export interface PictureJson {
  ID: string;
  Description: string;
}

/** null: the value of a field in JSON is not a picture. */
export function pictureOf(value: unknown): PictureJson | null {
  const { ID, Description } = Object(value) as Record<string, unknown>;
  return typeof ID === 'string' && typeof Description === 'string' ? { ID, Description } : null;
}

const memberPicture: Kind<MemberPicture, PictureJson> = {
  json: 'list',
  wire: { reference: 'Description' },
  blank: { id: '', description: '' },
  read(value, context) {
    const { ID, Description, ...others } = requireObject(value);
    const problems = unknownFields(others, []);
    const read = <V>(name: string, one: () => V): V | null => {
      try {
        return one();
      } catch (error) {
        problems.push(...problemsWithin(name, error));
        return null;
      }
    };
    const id = read('ID', () => pictureId.read(ID, context));
    const text = read('Description', () => description.read(Description ?? '', context));
    if (id === null || text === null || problems.length > 0) throw new FieldError(problems);
    return { id, description: text };
  },
  write: ({ id, description: text }) => ({ ID: id, Description: text }),
  column: {
    // The column has the same JSON as the API's lists, which copy it.
    from: (stored) => {
      // The cast is safe: `to` wrote the column.
      const { ID, Description } = JSON.parse(String(stored)) as PictureJson;
      return { id: ID, description: Description };
    },
    to: ({ id, description: text }) => JSON.stringify({ ID: id, Description: text }),
  },
};

export const pictureFields = {
  Picture: field('picture', optional(memberPicture), {
    caption: 'Picture',
    access: 'directory',
    isLater: true,
    shown: 'unless off',
    own: 'approval',
  }),
};

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

export function isPictureId(text: string): boolean {
  return idPattern.test(text);
}

/** The address of the picture in the public directory. It exists while the entry shows the picture. */
export function memberPicturePath(membershipId: string, id: string, file: PictureFile): string {
  return `/pictures/members/${membershipId}/${id}/${file}`;
}
