/** At most `burst` at once, and the same number again over each `perSeconds`. */
export interface RateLimit {
  burst: number;
  perSeconds: number;
}
