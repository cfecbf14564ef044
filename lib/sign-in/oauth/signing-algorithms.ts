/** RS256 is the default: every client of OpenID Connect must support it. */
export const signingAlgorithms = ['RS256', 'EdDSA'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];
