/**
 * The lists of a full archive after its memberships, in their order. Each list has `fields` that describe a table in
 * one of the databases. `archived-tables.ts` has a decision for every table.
 */
import { authParts } from './auth-parts';
import { membersParts } from './members-parts';
import type { ArchivePart } from './part';

/** The parts are in the order of the file. */
export const archiveParts: Readonly<Record<string, ArchivePart>> = { ...membersParts, ...authParts };

/** The name of the list of people without a membership. Other people are stored with their memberships. */
export const peopleName = 'People';
