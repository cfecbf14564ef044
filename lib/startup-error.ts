/** The process cannot start or a command cannot run. The message says what happened and what to do; it needs no stack trace. */
export class StartupError extends Error {
  override name = 'StartupError';
}
