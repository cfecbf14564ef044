import { expect, test } from 'vitest';
import { readJournalAddress } from './journal-address';
import {
  addressOfView,
  pageOfList,
  readMembersView,
  toMembersAddress,
  toMembersRequest,
  toViewList,
  withoutFilter,
  withoutFilters,
} from './members-view';

test('an address describes the whole list, and is read back', () => {
  const address =
    '/office/members?q=zo%C3%AB%20%26&status=expired&chapter=7&to=2027-06-30&email=false&owedFrom=12.50&committee=own&phone=%2B61%204&answer-11=Yes%20%26%20no&answer-13=b&sort=-expiry';
  const query = Object.fromEntries(new URLSearchParams(address.split('?')[1]));
  const view = readMembersView(query);
  expect(toMembersAddress(view)).toBe(address);
  expect(toMembersRequest({ ...view, after: 'abc' })).toBe(
    'members?Search=zo%C3%AB%20%26&Status=expired&Chapter=7&ExpiryTo=2027-06-30&HasEmail=false&OwedFrom=12.50&Committee=own&Phone=%2B61%204&Answer[11]=Yes%20%26%20no&Answer[13]=b&Sort=-expiry&Page[After]=abc',
  );
});

test('a saved list and the API’s query include the answers by which the list is filtered', () => {
  const view = readMembersView({ 'answer-11': 'Yes', 'answer-x': 'a', street: 'main', column: 'email' });
  expect(toViewList(view)).toBe('Street=main&Answer[11]=Yes&Column=email');
  expect(addressOfView(toViewList(view))).toBe(toMembersAddress(view));
  expect(pageOfList('members?Answer[11]=Yes&Status=expired')).toBe(
    '/office/members?status=expired&answer-11=Yes',
  );
});

test('several statuses are one filter, however they are chosen, and only some columns are asked for', () => {
  const view = readMembersView({
    status: ['outstanding', 'expiring,x'],
    column: ['email', 'signedIn', 'answer-12'],
  });
  expect(toMembersAddress(view)).toBe(
    '/office/members?status=expiring%2Coutstanding%2Cx&column=email&column=signedIn&column=answer-12',
  );
  expect(toMembersAddress(readMembersView({ status: 'x,outstanding,expiring' }))).toBe(
    '/office/members?status=expiring%2Coutstanding%2Cx',
  );
  expect(toMembersRequest(view)).toBe(
    'members?Status=expiring&Status=outstanding&Status=x&Sort=name&Column=signedIn&Column=answer-12',
  );
  expect(addressOfView(toViewList(view))).toBe(toMembersAddress(view));
});

test('a year of two digits in a browser’s own field for a date is one of this century', () => {
  const { from, to } = readMembersView({ from: '0026-01-31', to: '0027-12-31' }).filter;
  expect([from, to]).toEqual(['2026-01-31', '2027-12-31']);
  expect(readJournalAddress({ From: '0026-01-31', Until: '2026-12-31' })).toMatchObject({
    from: '2026-01-31',
    until: '2026-12-31',
  });
});

test('each filter can be removed alone', () => {
  const view = readMembersView({ q: 'a', street: 'main', 'answer-11': 'Yes', 'answer-13': 'b' });
  expect(toMembersAddress(withoutFilter(view, 'answer-11'))).toBe(
    '/office/members?q=a&street=main&answer-13=b',
  );
  expect(toMembersAddress(withoutFilter(view, 'street'))).toBe(
    '/office/members?q=a&answer-11=Yes&answer-13=b',
  );
});

test('a new order begins at the first page, and unknown parameters are ignored', () => {
  const view = readMembersView({ sort: 'password', after: 'abc', other: 'x', q: ['a', 'b'], type: '' });
  expect(view).toMatchObject({ sort: 'name', after: 'abc', filter: { q: 'a', type: '' } });
  expect(toMembersAddress(view, { sort: '-name' })).toBe('/office/members?q=a&sort=-name');
  expect(toMembersAddress(readMembersView({}))).toBe('/office/members');
});

test('the address has the chosen columns in the order of the table, and leaves the default ones out', () => {
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

test('several statuses are one choice of the page, and several values for the API', () => {
  const view = readMembersView({ status: 'expiring,outstanding' });
  expect(toMembersRequest(view)).toBe('members?Status=expiring&Status=outstanding&Sort=name');
  expect(toViewList(view)).toBe('Status=expiring&Status=outstanding');
  expect(addressOfView(toViewList(view))).toBe('/office/members?status=expiring%2Coutstanding');
});
