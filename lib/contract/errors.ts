/** Error codes of RFC 6749 §5.2, RFC 6750 §3.1, RFC 9470 §3 and the API's own, each with its HTTP status. */
export const errorStatuses = {
  invalid_request: 400,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  unauthorized_client: 400,
  invalid_client: 401,
  invalid_token: 401,
  insufficient_user_authentication: 401,
  insufficient_scope: 403,
  insufficient_role: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  invalid_record: 422,
  invalid_batch: 422,
  idempotency_key_reused: 422,
  precondition_required: 428,
  too_many_requests: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/**
 * The API's error response: `{ error, error_description }` with the code's status. `description` is public. It names
 * the parameter and the expected value, and must not contain a secret.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    readonly description: string,
    readonly headers: Record<string, string> = {},
    /** Further members of the response's JSON object, such as `fields`. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${code}: ${description}`);
    this.status = errorStatuses[code];
  }
}
