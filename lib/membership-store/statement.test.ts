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
  (question: Question) => sql<{ name: string; found: number }>`
    select cast(${slot(({ name }: Question) => name)} as text) as name,
      case when 7 in (${slots(question.ids, ({ ids }: Question) => ids, Number)}) then 1 else 0 end as found`,
);
const ask = prepareStatement(build);
const toQuestion = (name: string, ...ids: number[]): Question => ({ form: `${ids.length} IDs`, ids, name });

describeEachEngine('a statement', (store) => {
  it('is built once for each form, and run with each question’s values', async () => {
    build.mockClear();
    const { members } = store();
    const of = (form: string, question: Question) => ({ ...question, form: `${store().engine} ${form}` });
    expect(await ask(members, of('two', toQuestion('a', 1, 7)))).toEqual([{ name: 'a', found: 1 }]);
    expect(await ask(members, of('two', toQuestion("b'", 1, 8)))).toEqual([{ name: "b'", found: 0 }]);
    expect(await ask(members, of('three', toQuestion('c', 1, 2, 7)))).toEqual([{ name: 'c', found: 1 }]);
    expect(build).toHaveBeenCalledTimes(2);
  });

  it('is not run with a question of another form', async () => {
    const sent = vi.spyOn(Kysely.prototype, 'executeQuery');
    const { members } = store();
    const form = `${store().engine} wrong`;
    await ask(members, { ...toQuestion('a', 1, 2), form });
    await expect(ask(members, { ...toQuestion('a', 1), form })).rejects.toThrow('another form');
    expect(sent).toHaveBeenCalledTimes(1);
    sent.mockRestore();
  });
});
