import { expect, test } from 'vitest';
import { readMembersView, toMembersAddress, toMembersRequest } from './members-view';

test('an address describes the whole list, and is read back', () => {
  const address =
    '/office/members?q=zo%C3%AB%20%26&status=expired&chapter=7&to=2027-06-30&email=false&sort=-expiry';
  const query = Object.fromEntries(new URLSearchParams(address.split('?')[1]));
  const view = readMembersView(query);
  expect(toMembersAddress(view)).toBe(address);
  expect(toMembersRequest({ ...view, after: 'abc' })).toBe(
    'members?Search=zo%C3%AB%20%26&Status=expired&Chapter=7&ExpiryTo=2027-06-30&HasEmail=false&Sort=-expiry&Page[After]=abc',
  );
});

test('another order begins at the first page, and what is not known is ignored', () => {
  const view = readMembersView({ sort: 'password', after: 'abc', other: 'x', q: ['a', 'b'], type: '' });
  expect(view).toMatchObject({ sort: 'name', after: 'abc', filter: { q: 'a', type: '' } });
  expect(toMembersAddress(view, { sort: '-name' })).toBe('/office/members?q=a&sort=-name');
  expect(toMembersAddress(readMembersView({}))).toBe('/office/members');
});
