/** Complete lists of the contract's values, for `resources.ts` and the tables of fields. */
import { z } from 'zod';

/** The values of the parameter `FinancialStatus[]`. A remote site may send other states in `Status`. */
export const financialStatuses = ['financial', 'expired', 'expiring', 'outstanding'] as const;
export const financialStatusSchema = z.enum(financialStatuses);
export type FinancialStatus = z.infer<typeof financialStatusSchema>;

/**
 * What a membership is beside its status: an own value that the contract does not have (docs/decisions.md, M1). A
 * membership with any of these except `none` is not approved.
 */
export const standings = ['none', 'applicant', 'suspended', 'cancelled', 'deceased'] as const;
export type Standing = (typeof standings)[number];

/** A membership with one of these that is not approved waits for approval. The others are not approved or invited. */
export const waitingStandings = ['none', 'applicant'] as const satisfies readonly Standing[];

/**
 * Why the directory does not show a membership. `hidden`: by the member's or the association's choice. `status`: the
 * association does not list members with this status, such as those who owe something.
 */
export const listings = [
  ...(['public', 'applicant', 'suspended', 'cancelled', 'deceased'] as const),
  ...(['notApproved', 'ended', 'hidden', 'status'] as const),
] as const;
export type Listing = (typeof listings)[number];

export const locationPrecisions = ['exact', 'suburb', 'postcode', 'state'] as const;
export const locationPrecisionSchema = z.enum(locationPrecisions);
export type LocationPrecision = z.infer<typeof locationPrecisionSchema>;
