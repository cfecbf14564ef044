import { expect, test } from 'vitest';
import { readMembersView, toMembersAddress, toMembersRequest, withoutFilters } from './members-view';

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

test('the address has the chosen columns, in the order of the table, unless they are the usual ones', () => {
  const chosen = readMembersView({ column: ['email', 'number', 'password'] });
  expect(chosen.columns).toEqual(['number', 'email']);
  expect(toMembersAddress(chosen, { sort: '-joined' })).toBe(
    '/office/members?sort=-joined&column=number&column=email',
  );
  expect(toMembersAddress(readMembersView({ column: ['place', 'expiry', 'status', 'type', 'number'] }))).toBe(
    '/office/members',
  );
  expect(readMembersView({ column: 'email' }).columns).toEqual(['email']);
});

test('removing the filters keeps the columns and the order', () => {
  const view = readMembersView({ q: 'a', first: 'Zo', column: 'email', sort: 'joined', after: 'x' });
  expect(toMembersAddress(withoutFilters(view))).toBe('/office/members?sort=joined&column=email');
});
