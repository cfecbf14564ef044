/**
 * The groups of events that a system can be told about. This file does not use zod, because a form in the browser loads
 * it.
 */
export const webhookEvents = ['members', 'people', 'structure'] as const;
