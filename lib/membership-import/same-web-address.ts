/** Whether two addresses differ only because the import adds `http://`. */
export function isSameWebAddress(stored: string | undefined, read: string): stored is string {
  return stored !== undefined && stored !== '' && `http://${stored}` === read;
}
