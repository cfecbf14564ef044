/** The stored address may lack the scheme that the import adds. */
export function isSameWebAddress(stored: string | undefined, read: string): stored is string {
  return stored !== undefined && stored !== '' && `http://${stored}` === read;
}
