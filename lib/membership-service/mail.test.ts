import { expect, it } from 'vitest';
import { undelivered } from './mail';

it('what is logged of a refused mail has its code and not the address that the mail server repeats', () => {
  const refused = Object.assign(new Error("550 <ann@example.org>: no such user, '250 ann@example.org'"), {
    code: 'EENVELOPE',
  });
  const logged = undelivered('A mail of the sign-in', refused);
  expect(logged.message).toBe('A mail of the sign-in could not be handed over (EENVELOPE)');
  expect(`${logged.stack ?? ''} ${JSON.stringify(logged)} ${String(logged.cause)}`).not.toContain(
    'ann@example.org',
  );
});
