/** Allows `burst` requests at once, and the same number again in every `perSeconds` seconds. */
export interface RateLimit {
  burst: number;
  perSeconds: number;
}
