/** The JSON value of each field. `Address.Suburb` is a field inside a group. */
export type FlatRecord = Record<string, unknown>;

/** The old and the new value of each field. */
export type Changes = Record<string, [before: unknown, after: unknown]>;
