/** Complete lists of the contract's values, for `resources.ts` and the tables of fields. */
import { z } from 'zod';

/** The values of the parameter `FinancialStatus[]`. A remote site may send other states in `Status`. */
export const financialStatuses = ['financial', 'expired', 'expiring', 'outstanding'] as const;
export const financialStatusSchema = z.enum(financialStatuses);
export type FinancialStatus = z.infer<typeof financialStatusSchema>;

export const locationPrecisions = ['exact', 'suburb', 'postcode', 'state'] as const;
export const locationPrecisionSchema = z.enum(locationPrecisions);
export type LocationPrecision = z.infer<typeof locationPrecisionSchema>;
