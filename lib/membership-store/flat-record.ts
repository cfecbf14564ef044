/** For each field of a record: its value as JSON. `Address.Suburb` is a field inside a group. */
export type FlatRecord = Record<string, unknown>;

/** For each field: the old and the new value. */
export type Changes = Record<string, [before: unknown, after: unknown]>;
