/**
 * The lists of a full archive after its memberships, in their order. Each is a table of fields over a table of one of
 * the databases. `archived-tables.ts` has a decision for every table.
 */
import { authParts } from './auth-parts';
import { membersParts } from './members-parts';
import type { ArchivePart } from './part';

/** By name, in the order of the file. */
export const archiveParts: Readonly<Record<string, ArchivePart>> = { ...membersParts, ...authParts };

/** People without a membership. Those with one are in their memberships. */
export const peopleName = 'People';
