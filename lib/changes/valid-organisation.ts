/**
 * Settings that were written before they were validated must not stop the server: defaults replace invalid ones, and
 * the operator gets a report.
 */
import { refuseUrl } from '@/lib/base/http/public-url';
import { findProblems, type Fields, type Kind, type RecordOf } from '@/lib/contract/fields/field';
import { refuse } from '@/lib/contract/fields/field-error';
import { organisationFields } from '@/lib/contract/fields/organisation';
import { toLine } from '@/lib/contract/fields/text-kinds';
import {
  addonFields,
  categoryFields,
  chapterFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/contract/fields/structure';
import { blankSettings } from '@/lib/store/blank-settings';
import type { OrganisationRecord, Structure } from '@/lib/store/schema/records';
import { validNoticeDays, validTimeZone } from '@/lib/store/valid-values';

/**
 * The address of a logo that somebody enters. Browsers of visitors load it, so it must not lead into their private
 * networks. Stored addresses are not checked again: an earlier release accepted others.
 */
export const enteredLogoUrl: Kind<string | null> = {
  ...organisationFields.LogoURL.kind,
  read(value, context) {
    const address = organisationFields.LogoURL.kind.read(value, context);
    const rule = { allowsPrivate: false, allowsHttp: true, howToAllow: null };
    const refusal = address === null ? null : refuseUrl(address, rule);
    return refusal === null ? address : refuse(value, refusal);
  },
};

/** Replaces invalid settings with default values. For example, an invalid colour becomes null. */
export function validOrganisation(organisation: OrganisationRecord): OrganisationRecord {
  const wrong = new Set(findProblems(organisationFields, organisation).map(({ path }) => path));
  const { name, country, timeZone, noticeDays, colour, logoUrl, nounOne, nounMany, contactEmail } =
    organisation;
  return {
    ...organisation,
    name: toLine(name),
    country: toLine(country),
    timeZone: validTimeZone(timeZone),
    noticeDays: validNoticeDays(noticeDays),
    colour: wrong.has('Colour') ? null : colour,
    logoUrl: wrong.has('LogoURL') ? null : logoUrl,
    nounOne: wrong.has('NounOne') ? '' : nounOne,
    nounMany: wrong.has('NounMany') ? '' : nounMany,
    contactEmail: wrong.has('ContactEmail') ? null : contactEmail,
    ...(wrong.has('Synonyms') && { synonyms: '' }),
    ...(wrong.has('Areas') && { areas: '' }),
    ...(wrong.has('Font') && { font: blankSettings.font }),
    ...(wrong.has('Logo') && { logo: null }),
    ...(wrong.has('DarkLogo') && { darkLogo: null }),
    ...(wrong.has('SquareLogo') && { squareLogo: null }),
    ...(wrong.has('SocialPicture') && { socialPicture: null }),
  };
}

/** Problems of an organisation and of the records that its members refer to, each with advice. */
export function describeStoredProblems(structure: Structure): { text: string; fix: string }[] {
  const { organisation } = structure;
  const of = `--organisation ${organisation.id}`;
  const settings = findProblems(organisationFields, organisation).map(({ path, value, reason }) => {
    const key = settingKey(path);
    return {
      text: `organisation ${organisation.id}: the setting ${key} is "${value}"; it ${reason}`,
      fix: `./chapterhouse organisation set ${key}=VALUE ${of}`,
    };
  });
  const inList = <F extends Fields>(
    name: string,
    fields: F,
    records: Map<number, RecordOf<F> & { id: number }>,
  ) =>
    [...records.values()].flatMap((record) =>
      findProblems(fields, record).map(({ path, reason }) => ({
        text: `organisation ${organisation.id}: ${path} of ${name} ${record.id} ${reason}`,
        fix: `./chapterhouse organisation apply FILE ${of}`,
      })),
    );
  return [
    ...settings,
    ...inList('type', membershipTypeFields, structure.types),
    ...inList('category', categoryFields, structure.categories),
    ...inList('chapter', chapterFields, structure.chapters),
    ...inList('addon', addonFields, structure.addons),
    ...inList('extra', extraFields, structure.extras),
  ];
}

/** The name of the field in the command `organisation set`, such as `timeZone` for `TimeZone`. */
function settingKey(path: string): string {
  const [name] = path.split('[');
  return Object.entries(organisationFields).find(([wire]) => wire === name)?.[1].key ?? path;
}
