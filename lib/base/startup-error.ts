/**
 * The process or command cannot start. The message says what happened and what to do, so nobody needs a stack trace.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}
