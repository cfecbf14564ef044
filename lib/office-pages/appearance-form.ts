/** The preview gets the form's values in its address, so nothing is stored before “Save”. */
import { fonts, isFont } from '@/lib/base/fonts';
import { lookUp } from '@/lib/base/look-up';
import { FieldError } from '@/lib/contract/fields/field-error';
import { parseFooterLinks } from '@/lib/contract/fields/footer-links';
import { organisationFields } from '@/lib/contract/fields/organisation';
import { appearanceFieldText } from '@/lib/messages/office-appearance';
import { picturePath, type Site } from '@/lib/contract/site';
import type { OfficeLookup } from './find-office';
import { textOf } from './form-text';
import { keepUnsent, type KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export const appearancePath = '/office/appearance';
export const previewPath = '/office/appearance/preview';

export const pictureNames = ['Logo', 'DarkLogo', 'SquareLogo', 'SocialPicture'] as const;
const appearanceTexts = ['Colour', 'Font', 'Heading', 'Introduction', 'FooterLinks'] as const;
const names = [...appearanceTexts, ...pictureNames] as const;

type Name = (typeof names)[number];

/** The value of each setting as text; '' for null. */
export type Appearance = Readonly<Record<Name, string>>;

export interface AppearanceFormState {
  turn: number;
  values: Appearance;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export function startOfAppearance(values: Appearance): AppearanceFormState {
  return { turn: 0, values, refusal: null, kept: null };
}

export function keptAppearance(kind: OfficeLookup['kind'], form: FormData): KeptForm | null {
  const typed = appearanceTexts.map((name) => [appearanceFieldText[name][0], textOf(form, name)] as const);
  return keepUnsent(kind, form, typed);
}

/** @param read returns the value of a setting, of a form's field, or of a parameter in an address */
export function readAppearance(read: (name: Name) => unknown): Appearance {
  const entries = names.map((name) => {
    const value = read(name);
    return [name, typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''];
  });
  // Every setting gets a value.
  return Object.fromEntries(entries) as Appearance;
}

export function appearancePatch(
  appearance: Appearance,
  settings: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    names
      .map((name) => [name, toJson(name, appearance[name])] as const)
      .filter(([name, value]) => value !== (lookUp(settings, name) ?? null)),
  );
}

/** Why the API would refuse a value. */
export function appearanceProblems(appearance: Appearance): { name: Name; reason: string }[] {
  return names.flatMap((name) => {
    try {
      organisationFields[name].kind.read(toJson(name, appearance[name]), { hasReferred: null });
      return [];
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      return error.problems.map(({ reason }) => ({ name, reason }));
    }
  });
}

export function withAppearance(site: Site, appearance: Appearance): Site {
  const picture = (name: (typeof pictureNames)[number]) =>
    appearance[name] === '' ? null : picturePath(site.organisationId, appearance[name]);
  return {
    ...site,
    colour: appearance.Colour === '' ? null : appearance.Colour.toLowerCase(),
    font: isFont(appearance.Font) ? appearance.Font : fonts[0],
    logoUrl: picture('Logo') ?? (site.logoUrl?.startsWith('/') === false ? site.logoUrl : null),
    darkLogoUrl: picture('DarkLogo'),
    squareLogoUrl: picture('SquareLogo'),
    socialPictureUrl: picture('SocialPicture'),
    heading: appearance.Heading || null,
    introduction: appearance.Introduction || null,
    footerLinks: parseFooterLinks(appearance.FooterLinks),
  };
}

/** The address of the preview or the form at `path`, with these values. */
export function addressOf(path: string, appearance: Appearance): string {
  return `${path}?${new URLSearchParams(appearance).toString()}`;
}

/** An empty text is ''. Any other empty field is null. */
function toJson(name: Name, value: string): string | null {
  if (name === 'Font') return isFont(value) ? value : fonts[0];
  const isText = name === 'Heading' || name === 'Introduction' || name === 'FooterLinks';
  return value === '' && !isText ? null : value;
}
