/** The tables with persons and memberships (`record-kinds.ts`). */
import { z } from 'zod';
import { locationFields } from '@/lib/contract/fields/location';
import { field } from '@/lib/contract/fields/field';
import { membershipFields } from '@/lib/contract/fields/membership';
import { recordId } from '@/lib/contract/fields/number-kinds';
import { pictureId } from '@/lib/contract/fields/picture';
import { pictureFiles } from '@/lib/contract/picture-files';
import { userFields } from '@/lib/contract/fields/person';
import { instant, storedJson } from './stored-kinds';
import { derived, exported, exportedColumns, no, onlyOrder, type StoredTables } from './stored-table';

const archive = 'memberships';
/** The bytes of each file in base64. */
const filesSchema = z.record(z.enum(pictureFiles), z.base64().max(1_000_000));
const computed = {
  archive: { reason: 'It is computed from the membership.' },
  personalData: derived,
} as const;

export const personTables = {
  person: {
    archive,
    personalData: {
      id: exported,
      ...exportedColumns(userFields),
      first_name_key: derived,
      last_name_key: derived,
      email_key: derived,
      organisation_key: derived,
      state_key: derived,
      country_key: derived,
      fingerprint: derived,
    },
  },
} as const satisfies StoredTables;

export const membershipTables = {
  membership: {
    archive,
    personalData: {
      ...exportedColumns(membershipFields),
      is_owing: no('It is exported as part of the status.'),
      name_key: derived,
      words_hash: derived,
      searchable_until: derived,
      modified_at: exported,
      fingerprint: derived,
    },
  },
  member_picture: {
    archive: {
      name: 'MemberPictures',
      of: 'membership',
      fields: {
        MembershipID: field('membershipId', recordId),
        ID: field('id', pictureId),
        Files: field(
          'files',
          storedJson((value) =>
            filesSchema.safeParse(value).success ? null : 'must have the files of a picture',
          ),
        ),
        AddedAt: field('addedAt', instant),
      },
      order: ['membership_id', 'id'],
      isLater: true,
    },
    personalData: { membership_id: exported, id: exported, files: exported, added_at: exported },
  },
  membership_document: computed,
  member_word: computed,
  membership_category: {
    archive,
    personalData: { membership_id: exported, category_id: exported },
  },
  membership_addon: {
    archive,
    personalData: {
      membership_id: exported,
      position: onlyOrder,
      addon_id: exported,
      quantity: exported,
      expiry_date: exported,
    },
  },
  answer: {
    archive,
    personalData: {
      membership_id: exported,
      addon_position: no('The export has the answer inside its addon.'),
      position: onlyOrder,
      extra_id: exported,
      answer: exported,
      answer_key: derived,
    },
  },
  location: {
    archive,
    personalData: {
      ...exportedColumns(locationFields),
      membership_id: exported,
      position: onlyOrder,
      name_key: derived,
      state_key: derived,
      latitude: exported,
      longitude: exported,
      document_head: derived,
    },
  },
} as const satisfies StoredTables;
