/** The picture of a person, or the logo of an organisation, in a member's entry (docs/decisions.md, A4). */
import { field, requireObject, unknownFields, problemsWithin, type Kind } from './field';
import { FieldError } from './field-error';
import { maxPictureDescription } from '../picture-files';
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

export function isPictureId(text: string): boolean {
  return idPattern.test(text);
}
