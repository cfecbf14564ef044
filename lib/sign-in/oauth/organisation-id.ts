/** Reads an organisation's ID from a path. null: the text is not a valid ID. */
export function parseOrganisation(segment: string): number | null {
  return /^[1-9]\d{0,14}$/.test(segment) ? Number(segment) : null;
}
