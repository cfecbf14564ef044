/**
 * The groups of events that a webhook can receive. This file does not use zod, because a form in the browser loads it.
 */
export const webhookEvents = ['members', 'people', 'structure'] as const;
