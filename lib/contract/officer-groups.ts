/**
 * The groups of fields that an owner may hide from chapter officers, or let the officers change. The checks of the
 * service, the office's pages, docs/office.md and the tests all use this table.
 */
import { memberAccess } from './fields/access';
import type { FieldAccess } from './fields/field';
import type { BulkField } from './office-bulk';
import type { FilterName, MemberColumn, OfficeSort } from './office-members';

export const officerLevels = ['hidden', 'see', 'edit'] as const;
export type OfficerLevel = (typeof officerLevels)[number];

export interface OfficerGroup {
  /** A description of the group's content that people can read. */
  holds: string;
  /** If `hidden` is not in the list, officers always see the group. */
  levels: readonly OfficerLevel[];
  /** The level that applies until an owner chooses one. */
  usual: OfficerLevel;
  /** Fields of a member record that are hidden with the group. */
  fields: readonly string[];
  /**
   * Fields that an officer may change if the level is `edit`. For a field in two groups, both groups need this level.
   */
  changes: readonly string[];
  bulk: readonly BulkField[];
  /** These filters, columns and orders of the list of members would reveal hidden values. */
  filters: readonly FilterName[];
  columns: readonly MemberColumn[];
  sorts: readonly OfficeSort[];
}

/** Only owners and secretaries see and change these fields. */
export const ungroupedFields = fieldsIn(null);

function fieldsIn(group: FieldAccess | null): string[] {
  return memberAccess.filter(({ access }) => access === group).map(({ path }) => path);
}

/**
 * A location and an address are changed as a whole. Officers cannot change addons, nor the addresses to which payments
 * go.
 */
function changesIn(group: FieldAccess): string[] {
  const changed = memberAccess.filter((one) => one.access === group && !one.isPaymentAddress);
  const whole = changed.map(({ path }) => /^(?:User\.)?\w+/.exec(path)?.[0] ?? path);
  return [...new Set(whole)].filter((path) => path !== 'Addons');
}

const nothing = { fields: [], changes: [], bulk: [], filters: [], columns: [], sorts: [] } as const;
const shown = ['see', 'edit'] as const;

export const officerGroups = {
  names: {
    ...nothing,
    holds: 'names, titles and organisations',
    levels: shown,
    usual: 'edit',
    changes: changesIn('names'),
  },
  contact: {
    ...nothing,
    holds: 'email addresses and phone numbers',
    levels: officerLevels,
    usual: 'edit',
    fields: fieldsIn('contact'),
    changes: changesIn('contact'),
    filters: ['HasEmail', 'Email', 'Phone', 'SignIn'],
    // Who could not be invited has no email address.
    columns: ['email', 'phone', 'mobile', 'work', 'invited'],
  },
  addresses: {
    ...nothing,
    holds: 'streets, postcodes, postal addresses and points on the map',
    levels: officerLevels,
    usual: 'edit',
    fields: fieldsIn('addresses'),
    changes: changesIn('addresses'),
    bulk: ['State', 'Country'],
    filters: ['Postcode', 'Street', 'MailingAddress'],
    columns: ['address', 'mailing'],
  },
  directory: {
    ...nothing,
    holds: 'categories and what the directory shows',
    levels: shown,
    usual: 'edit',
    changes: changesIn('directory'),
    bulk: ['Listed', 'AddCategory', 'RemoveCategory'],
  },
  answers: {
    ...nothing,
    holds: 'answers to questions',
    levels: officerLevels,
    usual: 'edit',
    fields: [...fieldsIn('answers'), 'MembershipType.Extras'],
    changes: changesIn('answers'),
  },
  dates: {
    ...nothing,
    holds: 'the first and the last day of memberships, and the status',
    levels: officerLevels,
    usual: 'see',
    fields: [...fieldsIn('dates'), 'Status'],
    changes: changesIn('dates'),
    bulk: ['JoiningDate', 'ExpiryDate'],
    filters: ['Status', 'ExpiryFrom', 'ExpiryTo', 'JoinedFrom', 'JoinedTo', 'Leaving'],
    columns: ['status', 'expiry', 'joined'],
    sorts: ['expiry', '-expiry', 'joined', '-joined'],
  },
  money: {
    ...nothing,
    holds: 'what is owed, links to invoices and payments, and the status',
    levels: officerLevels,
    usual: 'see',
    // The status reveals who owes something.
    fields: [...fieldsIn('money'), 'Balance', 'Status'],
    changes: changesIn('money'),
    bulk: ['AmountOutstanding'],
    filters: ['Status', 'OwedFrom', 'OwedTo'],
    columns: ['status', 'owed'],
  },
  notes: { ...nothing, holds: 'notes of the office', levels: officerLevels, usual: 'edit' },
} as const satisfies Record<Exclude<FieldAccess, 'open'> | 'notes', OfficerGroup>;
export type OfficerGroupName = keyof typeof officerGroups;

// The object is a literal, so these are all its keys.
export const officerGroupNames = Object.keys(officerGroups) as OfficerGroupName[];

/** The Markdown table in docs/office.md. */
export function describeOfficerGroups(): string {
  const head = ['group', 'what it holds', 'levels', 'fields that are hidden', 'fields that may be changed'];
  const code = (all: readonly string[]) => all.map((one) => `\`${one}\``).join(', ');
  const rows = officerGroupNames.map((name) => {
    const { holds, levels, usual, fields, changes }: OfficerGroup = officerGroups[name];
    const choices = levels.map((level) => `\`${level}\`${level === usual ? ' (usual)' : ''}`).join(', ');
    return [`\`${name}\``, holds, choices, code(fields), code(changes)];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
