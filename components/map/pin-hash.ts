/** The end of the address of a map page that opens the pin of this member. The server does not see this part. */
export function pinHash(entryId: string): string {
  return `#pin-${entryId}`;
}

/** null: the address names no pin. */
export function pinOfHash(hash: string): string | null {
  return /^#pin-(\w+)$/.exec(hash)?.[1] ?? null;
}
