import { findOwnField } from '@/lib/contract/fields/office-fields';
import type { OfficeStructure } from '@/lib/contract/office';
import { maxSelected } from '@/lib/contract/office-bulk';
import { writeQuery } from '@/lib/contract/query-string';
import { bulkText } from '@/lib/messages/office-bulk';
import { bulkListings } from '@/lib/messages/office-pages';
import { bulkPath } from './bulk-form';
import type { BulkChoice } from './bulk-state';
import { choicesOf } from './member-form';
import { givenFilters, readMembersView, toFilterQuery, toMembersAddress } from './members-view';

type Query = Record<string, string | string[] | undefined>;

export interface BulkSelection {
  choice: string;
  /** null: all members on the list. */
  ids: string[] | null;
  hasMembers: boolean;
  /** The filters of the list, as the API takes them. */
  filter: string;
  /** The names and values of the form's hidden inputs. */
  hidden: (readonly [name: string, value: string])[];
  listAddress: string;
  path: string;
}

export function readBulkSelection(query: Query): BulkSelection {
  const given = new Map(Object.entries(query));
  const all = (name: string) => [given.get(name) ?? []].flat();
  const view = readMembersView(query);
  const isList = all('all').includes('yes');
  const ids = [...new Set(all('ID'))].filter((id) => /^[1-9]\d{0,14}$/.test(id)).slice(0, maxSelected);
  const [choice = ''] = all('do');
  const filter = toFilterQuery(view);
  const hidden = isList
    ? ([
        ['all', 'yes'],
        ['list', filter],
      ] as const)
    : ids.map((id) => ['ID', id] as const);
  const pairs = [
    ...givenFilters(view),
    ['do', choice] as const,
    ...(isList ? [['all', 'yes'] as const] : ids.map((id) => ['ID', id] as const)),
  ];
  return {
    choice,
    ids: isList ? null : ids,
    hasMembers: isList || ids.length > 0,
    filter,
    hidden: [...hidden],
    listAddress: toMembersAddress(view),
    path: `${bulkPath}?${writeQuery(pairs)}`,
  };
}

/** null: the value is typed, not chosen. */
export function bulkOptions(
  choice: BulkChoice,
  { structure, hasMembersDirectory }: { structure: OfficeStructure; hasMembersDirectory: boolean },
): readonly { ID: string; Name: string }[] | null {
  switch (choice) {
    case 'chapter':
      return [...structure.Chapters, { ID: '', Name: bulkText.noValue }];
    case 'MembershipType':
      return structure.MembershipTypes;
    case 'AddCategory':
    case 'RemoveCategory':
      return structure.Categories;
    case 'Listed':
      return bulkListings
        .filter(([value]) => value !== 'members' || hasMembersDirectory)
        .map(([ID, Name]) => ({ ID, Name }));
    default: {
      const own = findOwnField(choice);
      return own === undefined ? null : choicesOf(own.field.kind);
    }
  }
}
