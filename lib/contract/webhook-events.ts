/** This file must not import zod, because a form in the browser loads this file. */
export const webhookEvents = ['members', 'people', 'structure'] as const;
