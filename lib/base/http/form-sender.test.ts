import { expect, test } from 'vitest';
import { formSender } from './form-sender';

test.each([
  ['https://members.example', null, 'own'],
  ['https://members.example', 'cross-site', 'own'],
  ['https://evil.example', 'same-origin', 'other'],
  ['http://members.example', null, 'other'],
  ['https://members.example:8443', null, 'other'],
  ['https://members.example.evil.example', null, 'other'],
  ['null', 'same-origin', 'own'],
  ['null', 'same-site', 'other'],
  ['null', 'cross-site', 'other'],
  ['null', null, 'other'],
  [null, null, 'unknown'],
  [null, 'same-origin', 'unknown'],
  [null, 'cross-site', 'other'],
  ['', null, 'other'],
] as const)('origin %s, site %s: %s', (origin, site, sender) => {
  expect(formSender({ origin, site }, 'https://members.example/path')).toBe(sender);
});
