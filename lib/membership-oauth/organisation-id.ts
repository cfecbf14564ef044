/** From a path. null: not a valid ID. */
export function parseOrganisation(segment: string): number | null {
  return /^[1-9]\d{0,14}$/.test(segment) ? Number(segment) : null;
}
