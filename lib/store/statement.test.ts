import { Kysely, sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { prepareStatement, slot, slots } from './statement';
import { describeEachEngine } from './stores.fixture';

interface Question {
  form: string;
  ids: number[];
  name: string;
}

const build = vi.fn(
  (query: Question) => sql<{ name: string; found: number }>`
    select cast(${slot(({ name }: Question) => name)} as text) as name,
      case when 7 in (${slots(query.ids, ({ ids }: Question) => ids, Number)}) then 1 else 0 end as found`,
);
const send = prepareStatement(build);
const toQuery = (name: string, ...ids: number[]): Question => ({ form: `${ids.length} IDs`, ids, name });

describeEachEngine('a statement', (store) => {
  it('is built once for each form, and runs with the values of each query', async () => {
    build.mockClear();
    const { members } = store();
    const of = (form: string, query: Question) => ({ ...query, form: `${store().engine} ${form}` });
    expect(await send(members, of('two', toQuery('a', 1, 7)))).toEqual([{ name: 'a', found: 1 }]);
    expect(await send(members, of('two', toQuery("b'", 1, 8)))).toEqual([{ name: "b'", found: 0 }]);
    expect(await send(members, of('three', toQuery('c', 1, 2, 7)))).toEqual([{ name: 'c', found: 1 }]);
    expect(build).toHaveBeenCalledTimes(2);
  });

  it('does not run with a query of another shape', async () => {
    const sent = vi.spyOn(Kysely.prototype, 'executeQuery');
    const { members } = store();
    const form = `${store().engine} wrong`;
    await send(members, { ...toQuery('a', 1, 2), form });
    await expect(send(members, { ...toQuery('a', 1), form })).rejects.toThrow('a different shape');
    expect(sent).toHaveBeenCalledTimes(1);
    sent.mockRestore();
  });
});
