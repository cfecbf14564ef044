export type Bindable = string | number | bigint | null | Uint8Array;

/** @throws TypeError if a parameter is undefined */
export function boundValues(parameters: readonly unknown[]): Bindable[] {
  return parameters.map((value) => {
    if (value === undefined) throw new TypeError('a SQL parameter is undefined');
    if (typeof value === 'boolean') return value ? 1 : 0;
    // Kysely types parameters as unknown. The driver refuses values that SQLite does not support.
    return value as Bindable;
  });
}

/**
 * The map has only the errors that our code recognises by their code.
 * @see https://www.sqlite.org/rescode.html, sqlite3_errstr()
 */
const codesByMessage = new Map([
  ['database is locked', 5],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['file is not a database', 26],
]);

/** The code of an error for which the driver gives only the message. */
export function codeOfMessage(message: string): number | undefined {
  return codesByMessage.get(message);
}

export function sqliteError({ message, errcode }: { message: string; errcode?: number }): Error {
  return Object.assign(new Error(message), { errcode: errcode ?? codeOfMessage(message) });
}
