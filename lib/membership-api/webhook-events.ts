/** The groups of events that a system can be told about. Without zod, because a form in the browser lists them. */
export const webhookEvents = ['members', 'people', 'structure'] as const;
