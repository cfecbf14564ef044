import { expect, it } from 'vitest';
import { telephoneHref } from './telephone-href';

it.each([
  ['(03) 5550 1234', 'tel:0355501234'],
  ['+61 3 5550 1234', 'tel:+61355501234'],
  ['+61 (0)3 5221 0000', 'tel:+61352210000'],
  ['1300 PHYSIO', 'tel:1300749746'],
  ['(+61) 3 5550 1234', 'tel:+61355501234'],
  ['(03) 5221 0000 (Mon-Fri 9-5)', 'tel:0352210000'],
  ['03 5550 1234 ext. 12', 'tel:0355501234'],
  ['Tel. 03 5550 1234 / 03 5550 9999', 'tel:0355501234'],
])('%s is dialled as %s', (phone, href) => {
  expect(telephoneHref(phone)).toBe(href);
});
