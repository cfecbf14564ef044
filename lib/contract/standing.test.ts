import { describe, expect, it } from 'vitest';
import rights from './rights.json';
import { sampleCorporateMembership, sampleMembership, sampleUser } from './sample-user.fixture';
import { company, rows, userOf } from './standing-rows.fixture';
import { toStanding } from './standing';

describe('standing, row by row of standing.json', () => {
  it('has at least 120 rows', () => expect(rows.length).toBeGreaterThanOrEqual(120));

  it.each(rows)('$case', (row) => {
    const standing = toStanding(userOf(row), row.today);
    expect(standing.isMember).toBe(row.expect.isMember);
    expect(standing.committeeChapter?.Name).toBe(row.committee);
    expect(
      standing.memberships.map((one) => ({
        state: one.state,
        isValid: one.isValid,
        nextStep: one.nextStep,
        ...(one.managedBy === null ? {} : { managedBy: one.managedBy }),
        owed: one.owed?.amount ?? null,
        offersPayment: one.paymentUrl !== null && one.invoiceUrl !== null,
      })),
    ).toEqual(row.expect.memberships);
    expect(standing.memberships.map((one) => one.kind)).toEqual(row.memberships.map((one) => one.kind));
  });
});

describe('the truth table in the docs', () => {
  it('is up to date (npx vitest run lib/contract/standing -u rewrites it)', async () => {
    const lines = rows.map(
      ({ case: name, today, expect: { isMember, memberships } }) =>
        `| ${name} | ${today} | ${isMember ? 'yes' : 'no'} | ${memberships.map(wordsOf).join('<br>')} |`,
    );
    const head =
      '| Case | Today | Member | Each membership: state, valid or not, next step |\n| --- | --- | --- | --- |';
    const file = new URL('../../docs/standing-table.md', import.meta.url).pathname;
    const text = [
      '# Standing: the truth tables',
      'lib/contract/standing.test.ts generates this page from lib/contract/rights.json and lib/contract/standing.json. The rules are in [sign-in.md](sign-in.md).',
      '## What each person may do',
      'A committee seat counts until it ends. A person who has no membership, no committee seat and no role in the office is “removed”. If a record was merged into another person’s record, its ID stands for that person. A merge ends the sign-ins of the merged record, and a first role ends the person’s earlier sign-ins.',
      rightsTable(),
      '## Whether a membership is valid',
      [head, ...lines].join('\n'),
    ].join('\n\n');
    await expect(`${text}\n`).toMatchFileSnapshot(file);
  });
});

function rightsTable(): string {
  const { situations, actions } = rights;
  return [
    ['May', ...situations.map(({ name }) => name)],
    ['---', ...situations.map(() => '---')],
    ...actions.map(({ name, may }) => [
      name,
      ...situations.map(({ key }) => (may.includes(key) ? 'yes' : '**no**')),
    ]),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function wordsOf(one: (typeof rows)[number]['expect']['memberships'][number]): string {
  const owed = one.owed === null ? '' : `, owes ${one.owed}`;
  return `${one.state}, ${one.isValid ? 'valid' : 'not valid'}, ${one.nextStep}${owed}`;
}

describe('standing: mistakes that published plugins make', () => {
  it('one lapsed company does not lock out a paid-up member', () => {
    const lapsed = sampleCorporateMembership({ Status: 'expired', ExpiryDate: '2020-06-30' });
    const standing = toStanding(sampleUser({ CorporateMemberships: [lapsed, lapsed] }), '2026-03-15');
    expect(standing.isMember).toBe(true);
    expect(standing.memberships.map((one) => one.isValid)).toEqual([true, false, false]);
  });

  it('a membership is not expired at 00:00 on its last day, but is expired the day after', () => {
    const user = sampleUser({
      Membership: sampleMembership({ ExpiryDate: '2026-03-15', Status: 'expired' }),
    });
    expect(toStanding(user, '2026-03-15').isMember).toBe(true);
    expect(toStanding(user, '2026-03-16').isMember).toBe(false);
  });

  it('a sub-member never sees an amount, an invoice or a payment link', () => {
    const Parent = {
      ID: '9',
      MembershipName: company,
      ExpiryDate: '2026-12-31',
      Status: 'outstanding',
      Checked: true,
      Expired: false,
    };
    const user = sampleUser({
      Membership: sampleMembership({ AmountOutstanding: '900.000', Status: 'outstanding', Parent }),
    });
    expect(toStanding(user, '2026-03-15').memberships[0]).toMatchObject({
      managedBy: company,
      owed: null,
      invoiceUrl: null,
      paymentUrl: null,
      nextStep: 'ask-manager',
    });
  });

  it('a corporate membership under a parent is also managed by the parent', () => {
    const Parent = {
      ID: '9',
      MembershipName: company,
      ExpiryDate: '2026-12-31',
      Status: 'financial',
      Checked: true,
      Expired: false,
    };
    const user = sampleUser({
      Membership: null,
      CorporateMemberships: [sampleCorporateMembership({ Parent })],
    });
    expect(toStanding(user, '2026-03-15').memberships[0]).toMatchObject({
      kind: 'sub-member',
      managedBy: company,
    });
  });
});
