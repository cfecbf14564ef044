import type { OfficeClient } from '@/lib/contract/office-clients';
import { siteFieldText } from '@/lib/messages/office-sites';
import type { OfficeLookup } from './find-office';
import { textOf } from './form-text';
import { keepUnsent, type KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';
import { typedList } from './typed-list';

/** The scopes for each purpose that the office can choose. */
const purposes = {
  signIn: ['openid', 'profile', 'email'],
  membership: ['openid', 'membership'],
  profile: ['user'],
  basic: ['basic'],
  members: ['members'],
  write: ['members', 'members:write'],
} as const satisfies Record<string, readonly string[]>;
export type Purpose = keyof typeof purposes;
// The cast is safe, because the object literal `purposes` has no other keys.
export const allPurposes = Object.keys(purposes) as Purpose[];

export interface SiteValues {
  name: string;
  purposes: readonly Purpose[];
  redirects: string;
  postLogout: string;
  postLogoutPrefixes: string;
  home: string;
  logout: string;
  firstParty: boolean;
  public: boolean;
  pkce: boolean;
  legacy: boolean;
  idTokenClaims: boolean;
  /** null: the form does not offer it, because the site has other software. */
  omitIss: boolean | null;
  validOnly: boolean;
  types: readonly string[];
  chapters: readonly string[];
  states: string;
  committees: readonly string[];
}

export interface SiteFormState {
  turn: number;
  values: SiteValues;
  refusal: FormRefusal | null;
  /** A new client or a new secret. The secret is shown only once. */
  made: { id: string; secret: string | null } | null;
  kept: KeptForm | null;
}

/** @param known what is known of the site from its software */
export function startOfSite(client: OfficeClient | null, known: Partial<SiteValues> = {}): SiteFormState {
  return {
    turn: 0,
    values: { ...(client === null ? newSite : valuesOf(client)), ...known },
    refusal: null,
    made: null,
    kept: null,
  };
}

export function keptSite(kind: OfficeLookup['kind'], form: FormData): KeptForm | null {
  const typed = (
    ['name', 'redirects', 'postLogout', 'postLogoutPrefixes', 'home', 'logout', 'states'] as const
  ).map((name) => [siteFieldText[name][0], textOf(form, name)] as const);
  return keepUnsent(kind, form, typed);
}

export function readSiteForm(form: FormData, turn: number): SiteFormState {
  const text = (name: string) => textOf(form, name);
  const all = (name: string) => form.getAll(name).map(String);
  const values: SiteValues = {
    name: text('name'),
    purposes: allPurposes.filter((purpose) => all('purpose').includes(purpose)),
    redirects: text('redirects'),
    postLogout: text('postLogout'),
    postLogoutPrefixes: text('postLogoutPrefixes'),
    home: text('home'),
    logout: text('logout'),
    firstParty: form.has('firstParty'),
    public: form.has('public'),
    pkce: form.has('pkce'),
    legacy: form.has('legacy'),
    idTokenClaims: form.has('idTokenClaims'),
    omitIss: form.has('mayOmitIss') ? form.has('omitIss') : null,
    validOnly: form.has('validOnly'),
    types: all('types'),
    chapters: all('chapters'),
    states: text('states'),
    committees: all('committees'),
  };
  return { turn: turn + 1, values, refusal: null, made: null, kept: null };
}

/** @param before the client's present scopes */
export function toClientBody(values: SiteValues, before: readonly string[]) {
  const chosen = new Set<string>(values.purposes.flatMap((purpose) => purposes[purpose]));
  // Scopes without a purpose stay, because the form does not show them.
  const known = new Set<string>(Object.values(purposes).flat());
  const others = before.filter((scope) => !known.has(scope));
  return {
    Name: values.name,
    Scopes: [...chosen, ...others],
    RedirectURIs: typedList(values.redirects),
    PostLogoutURIs: typedList(values.postLogout),
    PostLogoutPrefixes: typedList(values.postLogoutPrefixes),
    HomeURL: values.home === '' ? null : values.home,
    BackchannelLogoutURI: values.logout === '' ? null : values.logout,
    FirstParty: values.firstParty,
    RequirePKCE: values.pkce,
    LegacyStatus: values.legacy,
    IDTokenClaims: values.idTokenClaims,
    ...(values.omitIss !== null && { OmitIss: values.omitIss }),
    Rules: {
      ValidOnly: values.validOnly,
      Types: values.types,
      Chapters: values.chapters,
      States: typedList(values.states),
      Committees: values.committees,
    },
  };
}

export function purposesOf({ Scopes: scopes }: Pick<OfficeClient, 'Scopes'>): Purpose[] {
  return allPurposes.filter((purpose) => purposes[purpose].every((scope) => scopes.includes(scope)));
}

const newSite: SiteValues = {
  name: '',
  purposes: ['signIn'],
  redirects: '',
  postLogout: '',
  postLogoutPrefixes: '',
  home: '',
  logout: '',
  firstParty: false,
  public: false,
  pkce: false,
  legacy: false,
  idTokenClaims: false,
  omitIss: null,
  validOnly: false,
  types: [],
  chapters: [],
  states: '',
  committees: [],
};

function valuesOf(client: OfficeClient): SiteValues {
  const { Rules: rules } = client;
  return {
    name: client.Name,
    purposes: purposesOf(client),
    redirects: client.RedirectURIs.join('\n'),
    postLogout: client.PostLogoutURIs.join('\n'),
    postLogoutPrefixes: client.PostLogoutPrefixes.join('\n'),
    home: client.HomeURL ?? '',
    logout: client.BackchannelLogoutURI ?? '',
    firstParty: client.FirstParty,
    public: client.Public,
    pkce: client.RequirePKCE,
    legacy: client.LegacyStatus,
    idTokenClaims: client.IDTokenClaims,
    omitIss: client.OmitIss || null,
    validOnly: rules?.ValidOnly ?? false,
    types: rules?.Types ?? [],
    chapters: rules?.Chapters ?? [],
    states: rules?.States.join('\n') ?? '',
    committees: rules?.Committees ?? [],
  };
}

/** The labels of the fields of the API. */
export const siteLabels: Readonly<Record<string, string>> = {
  RedirectURIs: siteFieldText.redirects[0],
  PostLogoutURIs: siteFieldText.postLogout[0],
  PostLogoutPrefixes: siteFieldText.postLogoutPrefixes[0],
  HomeURL: siteFieldText.home[0],
  BackchannelLogoutURI: siteFieldText.logout[0],
  Scopes: siteFieldText.purposes[0],
  'Rules.States': siteFieldText.states[0],
};

export interface SecretState {
  secret: string | null;
  refusal: FormRefusal | null;
}
