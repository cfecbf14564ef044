/** The organisation's number in a path; null when it is none. */
export function parseOrganisation(segment: string): number | null {
  return /^[1-9]\d{0,14}$/.test(segment) ? Number(segment) : null;
}
