/** How the site presents itself: the association's name and look. The API has no words for these. */
export interface Site {
  organisationId: number;
  name: string;
  /** Accent colour as `#rrggbb`; null: our own. */
  colour: string | null;
  logoUrl: string | null;
  timeZone: string;
  /** Name of the country as members' addresses have it; biases places and units. null: unknown. */
  country: string | null;
  currency: string | null;
  /** The demonstration organisation: pages say that its members are invented. */
  isDemonstration: boolean;
}
