import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures';
import { Installation } from './installation';

const installation = new Installation();
test.afterAll(() => installation.stop());

const token = 'a-token-of-the-tests';

test('after a change to a member, other members’ pages stay cached and no page is out of date', async () => {
  const file = join(installation.dataDir, 'members.csv');
  const importPeople = (...rows: string[]) => {
    writeFileSync(file, `Number,First name,Last name,Email,Type,Listed\n${rows.join('\n')}\n`);
    const site = ['--organisation', '300', '--create', 'Guild of Pages', '--open-directory', '--without-end'];
    installation.chapterhouse(['import', file, ...site]);
  };
  const ada = 'A-1,Ada,Byron,ada@example.org,Full,yes';
  importPeople(ada, 'A-2,Ben,Okri,ben@example.org,Student,yes');
  const base = await installation.start({ METRICS_TOKEN: token });
  const open = async (path: string) => {
    const sent = await fetch(base + path, { redirect: 'manual' });
    return { status: sent.status, location: sent.headers.get('location'), text: await sent.text() };
  };
  const pathOf = async (text: string) => {
    const slug = /"slug":"([^"]+)"/.exec((await open(`/directory/search.json?q=${text}`)).text)?.[1] ?? '';
    return `/members/${slug}`;
  };
  /** Requests the paths. Returns how many pages the server rendered for them. */
  const rendered = async (paths: string[]) => {
    const count = async () => {
      const sent = await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${token}` } });
      const lines = (await sent.text()).matchAll(/duration_seconds_count\{part="page miss".*\} (\d+)$/gm);
      return [...lines].reduce((sum, [, number]) => sum + Number(number), 0);
    };
    const before = await count();
    for (const path of paths) await open(path);
    return (await count()) - before;
  };
  const [adas, bens] = [await pathOf('ada'), await pathOf('ben')];
  const types = [...(await open('/sitemaps/1.xml')).text.matchAll(/(\/types\/[^<]+)</g)].map(
    ([, path]) => path ?? '',
  );
  const full = types.find((path) => path.endsWith('full')) ?? '';
  const student = types.find((path) => path.endsWith('student')) ?? '';
  const movedTo = `${bens.split('-')[0]}-somebody`;
  const paths = [adas, bens, full, student, movedTo];
  expect(paths.map((path) => path === '')).not.toContain(true);
  expect(await rendered(paths)).toBe(paths.length);
  expect(await rendered(paths)).toBe(0);
  expect((await open(movedTo)).location).toContain(bens);

  importPeople(ada, 'A-2,Benjamin,Okri,ben@example.org,Student,yes');
  await expect.poll(() => pathOf('benjamin'), { timeout: 60_000 }).not.toBe('/members/');
  const renamed = await pathOf('benjamin');
  expect(await rendered([adas, full])).toBe(0);
  expect((await open(movedTo)).location).toContain(renamed);
  expect((await open(bens)).location).toContain(renamed);
  expect((await open(student)).text).toContain('Benjamin');
  expect((await open(renamed)).text).toContain('Benjamin');
  expect((await open('/sitemaps/1.xml')).text).toContain(renamed);

  importPeople(ada, 'A-2,Benjamin,Okri,ben@example.org,Student,no');
  await expect.poll(async () => (await open(renamed)).status, { timeout: 60_000 }).toBe(410);
  expect((await open(movedTo)).status).toBe(410);
  expect((await open(student)).status).toBe(404);
  expect((await open(full)).text).not.toContain('Benjamin');
  expect((await open('/sitemaps/1.xml')).text).not.toContain('benjamin');
  expect(await rendered([adas])).toBe(0);
});
