import { expect, test } from 'vitest';
import { admitForm } from './page-forms';

const baseUrl = 'https://members.example';
const admit = (headers: Record<string, string>) => {
  const request = { headers: { host: 'members.example', ...headers } };
  return { isAdmitted: admitForm(request, baseUrl), headers: request.headers };
};

test.each([
  ['our own page', { origin: baseUrl, 'sec-fetch-site': 'same-origin' }],
  ['our own page without a referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['our own page, behind a proxy that changes the host', { origin: baseUrl, host: '127.0.0.1:3000' }],
  ['our own page, with a forwarded host', { origin: baseUrl, 'x-forwarded-host': 'evil.example' }],
  ['a program', {}],
])('a form from %s is passed on with the public address', (_, headers) => {
  expect(admit(headers)).toMatchObject({
    isAdmitted: true,
    headers: { host: 'members.example', origin: baseUrl },
  });
  expect(admit(headers).headers).not.toHaveProperty('x-forwarded-host');
});

test.each([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['another port of our host', { origin: 'https://members.example:8443', 'sec-fetch-site': 'same-site' }],
  ['another site whose name is our host header', { origin: 'https://evil.example', host: 'evil.example' }],
])('a form from %s is refused', (_, headers) => {
  expect(admit(headers).isAdmitted).toBe(false);
});
