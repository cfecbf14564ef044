/**
 * The lists of a full archive after its memberships, in their order. Each list has `fields` that describe a table in
 * one of the databases. `archived-tables.ts` has a decision for every table.
 */
import { authParts } from './auth-parts';
import { membersParts } from './members-parts';
import type { ArchivePart } from './part';

/** In the order of the file. */
export const archiveParts: Readonly<Record<string, ArchivePart>> = { ...membersParts, ...authParts };

/** People without a membership. The others are stored with their memberships. */
export const peopleName = 'People';
