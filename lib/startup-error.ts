/**
 * The process cannot start or a command cannot run. The message says what happened and what to do, so no stack trace is
 * needed.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}
