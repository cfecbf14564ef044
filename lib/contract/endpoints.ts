/** The OpenAPI reference is made from these descriptions. */
import { z } from 'zod';
import {
  addonListingSchema,
  categorySchema,
  extraListingSchema,
  locationSchema,
  loggedInUserSchema,
  membershipSchema,
  membershipTypeListingSchema,
  memberV1Schema,
  type Scope,
} from './resources';
import { includable, includableInLocations } from './filters';
import { financialStatuses } from './words';

export interface EndpointDescription {
  version: 'v1' | 'v2';
  /** The path after `/api/{version}/organisation/{organisation_id}/`. */
  path: string;
  summary: string;
  scope: Scope;
  /** The stability that the contract states. null: the contract states none, so the endpoint is not declared stable. */
  stability: 'Stable' | 'Beta' | null;
  parameters: readonly ParameterDescription[];
  resource: { name: string; schema: z.ZodObject };
  isList: boolean;
}

export interface ParameterDescription {
  name: string;
  description: string;
  schema: JsonSchema;
}

export type JsonSchema = Record<string, unknown>;

/** Stands for the ID of an extra in the name of a parameter. */
export const extraKey = '<extra_id>';

const string = { type: 'string' };
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const ids = list({ type: 'integer' });
const date: JsonSchema = {
  type: 'string',
  examples: ['2026-01-31', '2026-01-31T10:00:00+11:00', 'today', '-1 week'],
};
const degrees = (limit: number): JsonSchema => ({ type: 'number', minimum: -limit, maximum: limit });

const of = (name: string, schema: JsonSchema, description: string): ParameterDescription => ({
  name,
  schema,
  description,
});

const visible = of(
  'Visible',
  { type: 'boolean', default: true },
  'Only publicly visible ones. Send false to include hidden ones.',
);
const searchableItems = of('Searchable', { type: 'boolean' }, 'Only those intended to be searchable.');

const paging = [
  of(
    'Page[Size]',
    { type: 'integer', minimum: 1, maximum: 1000 },
    'Extension: results on a page. Without it, the whole list is sent.',
  ),
  of('Page[After]', string, 'Extension: the cursor from the Link header of the previous response.'),
];
const include = of(
  'Include[]',
  list({ enum: includableInLocations }),
  'Extension: adds PublicEntry (what the public directory shows today) to memberships. Directory is its older name, and also adds Precision to locations.',
);
const includeInMembers = of(
  'Include[]',
  list({ enum: includable }),
  'Extension: adds PublicEntry (what the public directory shows today; Directory is its older name), MembersEntry (what only members see), Categories (their IDs) or Locations to each membership.',
);

const membersV1 = [
  of('MembershipType[]', ids, 'Memberships having any of the given types.'),
  of('OrganisationChapter[]', ids, 'Memberships in the given chapters.'),
  of(
    'FinancialStatus[]',
    { ...list({ enum: financialStatuses }), default: ['financial'] },
    'Memberships with one of these statuses.',
  ),
  of('ExpiryDate[To]', date, 'Memberships with ExpiryDate before the value.'),
  of('ExpiryDate[From]', date, 'Memberships with ExpiryDate after the value.'),
  of('CurrentAddons[]', ids, 'Memberships with up-to-date addons among those given.'),
  of(
    'Searchable',
    { type: 'boolean' },
    'Memberships intended to be searchable (current searchable addons and types).',
  ),
];
const membersV2 = [
  of('MembershipCategory[]', ids, 'Memberships having any of the given categories.'),
  ...membersV1,
  of(
    `ExtraAnswer[${extraKey}][]`,
    list(string),
    'Memberships that chose one of the given answers for that extra.',
  ),
  of('Locations', { type: 'boolean' }, 'Memberships that have locations.'),
  of('User[FirstName]', list(string), 'Filter by first name. Send one value or an array.'),
  of('User[LastName]', list(string), 'Filter by last name. Send one value or an array.'),
  of('User[State][]', list(string), 'Filter by state. Send any number of states.'),
  of('User[Country]', string, 'Filter by country.'),
  of('User[Organisation]', string, 'Filter by organisation.'),
  of('DateModified[After]', date, 'Modified after the date.'),
  of('DateModified[Before]', date, 'Modified before the date.'),
];
const nearby = [
  of('Geolocation[Lat]', degrees(90), 'Latitude of the point to search around. Send Geolocation[Lng] too.'),
  of('Geolocation[Lng]', degrees(180), 'Longitude of the point to search around. Send Geolocation[Lat] too.'),
  of(
    'Geolocation[Distance]',
    { type: 'number', exclusiveMinimum: 0, maximum: 20_038, default: 50 },
    'Distance from the point, in kilometres.',
  ),
  of('Name', string, 'Text anywhere in the location’s name.'),
  of('State', string, 'State of the location.'),
];

const typeListing = { name: 'MembershipTypeListing', schema: membershipTypeListingSchema };
const addonListing = { name: 'AddonListing', schema: addonListingSchema };
const basic = { scope: 'basic', isList: true } as const;
const members = { scope: 'members', isList: true } as const;

/** The endpoints are in the order of the contract. */
export const endpoints: readonly EndpointDescription[] = [
  {
    version: 'v2',
    path: 'user',
    summary: 'Logged-in user',
    scope: 'user',
    stability: null,
    isList: false,
    parameters: [],
    resource: { name: 'LoggedInUser', schema: loggedInUserSchema },
  },
  {
    ...members,
    version: 'v2',
    path: 'members',
    summary: 'List memberships',
    stability: 'Stable',
    parameters: [...membersV2, includeInMembers, ...paging],
    resource: { name: 'Membership', schema: membershipSchema },
  },
  {
    ...basic,
    version: 'v2',
    path: 'categories',
    summary: 'List categories',
    stability: 'Stable',
    parameters: paging,
    resource: { name: 'Category', schema: categorySchema },
  },
  {
    ...basic,
    version: 'v2',
    path: 'membershiptypes',
    summary: 'List membership types',
    stability: 'Stable',
    parameters: [visible, searchableItems, ...paging],
    resource: typeListing,
  },
  {
    ...basic,
    version: 'v2',
    path: 'addons',
    summary: 'List addons',
    stability: 'Stable',
    parameters: [visible, searchableItems, ...paging],
    resource: addonListing,
  },
  {
    ...basic,
    version: 'v2',
    path: 'extras',
    summary: 'List extras',
    stability: 'Stable',
    parameters: [searchableItems, ...paging],
    resource: { name: 'ExtraListing', schema: extraListingSchema },
  },
  {
    ...members,
    version: 'v2',
    path: 'locations',
    summary: 'Search locations',
    stability: 'Beta',
    parameters: [...nearby, ...membersV2, include, ...paging],
    resource: { name: 'Location', schema: locationSchema },
  },
  {
    ...members,
    version: 'v1',
    path: 'members',
    summary: 'List members (version 1)',
    stability: null,
    parameters: [...membersV1, ...paging],
    resource: { name: 'MemberV1', schema: memberV1Schema },
  },
  {
    ...basic,
    version: 'v1',
    path: 'membershiptypes',
    summary: 'List membership types (version 1)',
    stability: null,
    parameters: [visible, searchableItems, ...paging],
    resource: typeListing,
  },
  {
    ...basic,
    version: 'v1',
    path: 'addons',
    summary: 'List addons (version 1)',
    stability: null,
    parameters: [visible, searchableItems, ...paging],
    resource: addonListing,
  },
];
