/** A record's values as JSON, by field. `Address.Suburb` is a field inside a group. */
export type FlatRecord = Record<string, unknown>;

/** The old and the new value, by field. */
export type Changes = Record<string, [before: unknown, after: unknown]>;
