/** Allows `burst` at once, and as many again every `perSeconds` seconds. */
export interface RateLimit {
  burst: number;
  perSeconds: number;
}
