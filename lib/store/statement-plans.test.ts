import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from './database';
import { quadraticSteps } from './statement-plans.fixture';
import { openFreshStore } from './stores.fixture';

const plan = (store: Store, text: string) => quadraticSteps(store.members, { sql: text, parameters: [] });

it('detects a plan that reads all memberships of a status again for each member, and accepts one that finds them by person', async () => {
  const { store, remove } = await openFreshStore('sqlite');
  const exists = (isApproved: string) => `select m.id, exists (select 1 from membership o
    where o.organisation_id = m.organisation_id and o.person_id = m.person_id and ${isApproved}
    and o.is_owing = 0 and (o.expiry_date is null or o.expiry_date >= '2026-06-15'))
    from membership m where m.organisation_id = 1`;
  expect(await plan(store, exists('o.is_approved = 1'))).toEqual([
    expect.stringContaining('membership_expiry'),
  ]);
  expect(await plan(store, exists('+o.is_approved = 1'))).toEqual([]);
  const unjoined = 'select m.id from membership m cross join location l where m.organisation_id = 1';
  expect(await plan(store, unjoined)).toEqual([expect.stringContaining('SCAN l')]);
  await remove();
});

it('detects a plan that reads all rows of an organisation for a list of IDs', async () => {
  const { store, remove } = await openFreshStore('sqlite');
  const select = `select category_id from membership_category where organisation_id = 1
    and membership_id in (select value from json_each(?))`;
  expect(await plan(store, `${select} order by category_id`)).toEqual([
    expect.stringContaining('membership_category_of'),
  ]);
  expect(await plan(store, `${select} order by membership_id, category_id`)).toEqual([]);
  await remove();
});

it('detects a plan that reads all memberships for the IDs of some', async () => {
  const { store, remove } = await openFreshStore('sqlite');
  const select = `select "id", "person_id" from membership where organisation_id = 1 and "person_id" in (?, ?)`;
  expect(await plan(store, `${select} order by id`)).toEqual([
    expect.stringMatching(/membership .*\(organisation_id=\?\)$/),
  ]);
  expect(await plan(store, `${select} order by person_id, id`)).toEqual([]);
  await remove();
});

it('a store that ran such a statement in a test fails the test when it is removed', async () => {
  const { store, remove } = await openFreshStore('sqlite');
  await sql`select p.id from person p cross join answer a where p.organisation_id = 2`.execute(store.members);
  await expect(remove()).rejects.toThrow('SCAN a');
});
