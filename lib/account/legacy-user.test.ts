/**
 * Judges every row of the standing table by the rules in the code of published login plugins. A membership is valid if
 * its last day is not before now, its status is not `unapproved`, and it is checked and not expired. PHP's DateTime
 * reads the last day: a date is 00:00 in the time zone of the site's server, and null is now.
 */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import type { LoggedInUser } from '@/lib/contract/resources';
import { toLegacyUser } from '@/lib/contract/legacy-user';
import { sampleMembership, sampleUser } from '@/lib/contract/sample-user.fixture';
import { rows, userOf } from '@/lib/contract/standing-rows.fixture';

const timeZone = 'Australia/Melbourne';

interface Judged {
  ExpiryDate: string | null;
  Status: string;
  Checked?: boolean | undefined;
  Expired?: boolean | undefined;
}
interface Moment {
  now: Date;
  zone: string;
}
type Rule = (user: LoggedInUser, moment: Moment) => boolean;

function isPast(date: string | null, { now, zone }: Moment): boolean {
  if (date === null || date.startsWith('0000')) return true;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return new Date(date) < now;
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds < now.getTime();
}

const isValid = (one: Judged, moment: Moment) =>
  !isPast(one.ExpiryDate, moment) && one.Status !== 'unapproved' && one.Checked === true && !one.Expired;

/** Version 0.1 of the widget accepts the person's own membership or a corporate one. */
const widget: Rule = (user, moment) =>
  [...(user.Membership === null ? [] : [user.Membership]), ...user.CorporateMemberships].some((one) =>
    isValid(one, moment),
  );
/**
 * The widget from version 0.2 on, and its successor. Both also accept a person if only the parent of the person's
 * membership is valid.
 */
const widgetWithParent: Rule = (user, moment) => {
  const parent = user.Membership?.Parent ?? null;
  return widget(user, moment) || (parent !== null && isValid(parent, moment));
};
/** Plugins that know neither `Checked` nor `Expired`. */
const byDateAndStatus: Rule = (user, moment) =>
  [...(user.Membership === null ? [] : [user.Membership]), ...user.CorporateMemberships].some(
    (one) => !isPast(one.ExpiryDate, moment) && ['financial', 'expiring'].includes(one.Status),
  );

const momentsOf = (today: string): Moment[] =>
  ['00:00:01', '12:00:00', '23:59:58'].flatMap((time) =>
    ['UTC', timeZone, 'America/Los_Angeles'].map((zone) => ({
      now: new Date(
        Temporal.PlainDateTime.from(`${today}T${time}`).toZonedDateTime(timeZone).epochMilliseconds,
      ),
      zone,
    })),
  );
const owes = (row: (typeof rows)[number]) =>
  row.memberships.some(({ Status }) => Status.trim().toLowerCase() === 'outstanding');

describe('every row of the standing table, at three times of the day, on servers in three time zones', () => {
  const rules = { widget, widgetWithParent };

  it.each(rows)('$case', (row) => {
    const user = toLegacyUser(userOf(row), { today: row.today, timeZone });
    for (const moment of momentsOf(row.today)) {
      for (const [name, rule] of Object.entries(rules))
        expect([name, moment, rule(user, moment)]).toEqual([name, moment, row.expect.isMember]);
      // A person who owes money has the status `outstanding`. The plugin itself decides whether that person may enter.
      if (!owes(row)) expect([moment, byDateAndStatus(user, moment)]).toEqual([moment, row.expect.isMember]);
    }
  });

  test.each([
    ['widget', widget],
    ['widgetWithParent', widgetWithParent],
    ['byDateAndStatus', byDateAndStatus],
  ])('without the option, %s misjudges rows of each kind', (_name, rule) => {
    const wrong = rows.filter((row) =>
      momentsOf(row.today).some((moment) => rule(userOf(row), moment) !== row.expect.isMember),
    );
    expect(wrong.map((row) => row.case)).toEqual(
      expect.arrayContaining(['own, financial, no last day', 'own, financial, last day today']),
    );
  });
});

test('all other fields stay as they are, and the last day is still readable as a date', () => {
  const user = sampleUser({ Membership: sampleMembership({ ExpiryDate: '2026-04-05' }) });
  const legacy = toLegacyUser(user, { today: '2026-03-15', timeZone });
  // On this day the clocks go back at 3:00.
  expect(legacy.Membership?.ExpiryDate).toBe('2026-04-05T23:59:59+10:00');
  expect(Object.keys(legacy)).toEqual(Object.keys(user));
  const isJudged = (name: string) => ['ExpiryDate', 'Status', 'Checked', 'Expired', 'Parent'].includes(name);
  const others = Object.entries(legacy.Membership ?? {}).filter(([name]) => !isJudged(name));
  expect(others.length).toBeGreaterThan(8);
  expect(user.Membership).toMatchObject(Object.fromEntries(others));
});
