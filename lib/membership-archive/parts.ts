/**
 * The lists of a full archive after its memberships, in their order. The `fields` of each list describe a table in one
 * of the databases. `archived-tables.ts` has a decision for every table.
 */
import { authParts } from './auth-parts';
import { membersParts } from './members-parts';
import type { ArchivePart } from './part';

/** The parts by name, in the order of the file. */
export const archiveParts: Readonly<Record<string, ArchivePart>> = { ...membersParts, ...authParts };

/** The name of the list of people without a membership. A person with a membership is stored with the membership. */
export const peopleName = 'People';
