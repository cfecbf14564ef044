/**
 * What a member types into their own forms and what the office types into its forms is refused in the same words, with
 * the service, its API and the functions behind both pages. The fields come from the field table.
 */
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { ownSubjects } from '@/lib/contract/fields/own-entry';
import { maxLeavingReason } from '@/lib/contract/fields/leaving';
import { officeMemberSchema } from '@/lib/contract/office';
import { maxPictureDescription } from '@/lib/contract/picture-files';
import { answersText } from '@/lib/messages/office-answers';
import { leavingText } from '@/lib/messages/account';
import { formatNumber } from '@/lib/messages/locale';
import { fieldHintText, memberText } from '@/lib/messages/office-member';
import { pictureText } from '@/lib/messages/picture';
import { say } from '@/lib/messages/say';
import { answersPatch, contentOf } from '@/lib/office-pages/answers-form';
import type { FormDoor } from '@/lib/office-pages/find-office';
import { valuesOfLocation } from '@/lib/office-pages/location-form';
import { captionOf, formFields } from '@/lib/office-pages/member-form';
import { createOfficeApi } from '@/lib/office-pages/office-api';
import { noPicture } from '@/lib/office-pages/picture-form';
import { saveAnswersForm } from '@/lib/office-pages/save-answers';
import { sendLocation } from '@/lib/office-pages/save-location';
import { saveMember } from '@/lib/office-pages/save-member';
import { savePicture } from '@/lib/office-pages/save-picture';
import { sendForm } from '@/lib/office-pages/send-form';
import { officePeople, startTestOffice, type TestOffice } from '@/lib/office/office.fixture';
import { testBaseUrl } from '@/lib/service/service.fixture';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';

let organisationId = 27_000;
const { owner, member } = officePeople;
const tooLong = 'x'.repeat(10_050);
const bell = 'a\u0007b';
const id = String(member);

describeUsualEngines('what a member and the office type', (store) => {
  let office: TestOffice;
  let doors: Record<'own' | 'office', Extract<FormDoor, { kind: 'office' }>>;

  const doorOf = async (personId: number, under: 'user' | 'office') => {
    const app = {
      apiUrl: testBaseUrl,
      site: () => ({ organisationId }),
      directory: { refresh: async () => undefined },
    } as unknown as Parameters<typeof createOfficeApi>[0];
    const api = createOfficeApi(app, await office.ownToken({ personId }), {
      under,
      fetch: async (address, init) => office.app.request(String(address), init),
    });
    // A form uses nothing else of the office.
    return { kind: 'office', api } as unknown as Extract<FormDoor, { kind: 'office' }>;
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    doors = { own: await doorOf(member, 'user'), office: await doorOf(owner, 'office') };
  });

  /** The same form, sent by both. */
  const both = async <T>(send: (door: FormDoor, isOwn: boolean) => Promise<T>) =>
    [await send(doors.own, true), await send(doors.office, false)] as const;

  const form = (values: Record<string, string | Blob>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries({ id, etag: '*', ...values })) data.append(name, value);
    return data;
  };

  it('has the same limits for every field of the entry, at their boundary, and what was typed stays', async () => {
    const isOwn = (name: string) =>
      ownSubjects.some(({ path }) => name === path || name.startsWith(`${path}.`));
    const fields = formFields.filter(({ name }) => isOwn(name));
    expect(fields.length).toBeGreaterThan(20);
    for (const { name, kind } of fields) {
      const send = (value: string) =>
        both(async (door) => {
          const outcome = await saveMember(door, form({ [`was.${name}`]: '', [name]: value }), 0);
          return outcome.kind === 'saved' ? 'saved' : { ...outcome.state, etag: '' };
        });
      const refused = async (value: string) => {
        const [own, ofOffice] = await send(value);
        expect([name, own]).toEqual([name, ofOffice]);
        if (own === 'saved') throw new Error(`${name} was not refused`);
        expect([name, own.notice, Object.keys(own.problems), own.others]).toEqual([
          name,
          'problems',
          [name],
          [],
        ]);
        expect(own.values[name]).toBe(value);
        return own.problems[name] ?? '';
      };
      if (kind === 'ticks') {
        expect(await refused('77')).toMatch(/^there is no category 77$/);
        continue;
      }
      const [, limit = ''] =
        /^must be at most (\d+) characters long; this is 10050$/.exec(await refused(tooLong)) ?? [];
      expect([name, limit]).toEqual([name, expect.stringMatching(/^\d+$/)]);
      expect(await refused(bell)).toBe('has a control character, which is not text');
      await refused('y'.repeat(Number(limit) + 1));
      expect([name, await send('y'.repeat(Number(limit)))]).toEqual([name, ['saved', 'saved']]);
      const hint = new Map<string, string>(Object.entries(fieldHintText)).get(name) ?? '';
      if (/\d/.test(hint)) expect(hint).toContain(`t most ${formatNumber(Number(limit))} characters`);
    }
  });

  it('has the same limits for every field of a place', async () => {
    const place = { Precision: 'suburb', Lat: '-38.1', Lng: '144.3' };
    const names = Object.keys(valuesOfLocation({})).filter((name) => name !== 'Precision');
    expect(names).toContain('OpeningHours');
    for (const name of names) {
      const wrong = {
        Email: ['no address', 'ann@example'],
        Website: ['not a website'],
        Lat: ['91'],
        Lng: ['x'],
      };
      for (const value of [tooLong, ...(new Map(Object.entries(wrong)).get(name) ?? [])]) {
        const [own, ofOffice] = await both(async (door) => {
          const sent = { form: form({ ...place, location: 'new', do: 'save', [name]: value }), turn: 0 };
          const outcome = await sendLocation(door, { search: () => [], locate: () => null }, sent);
          return outcome.kind === 'shown' ? outcome.state : null;
        });
        expect([name, own]).toEqual([name, ofOffice]);
        expect([name, Object.keys(own?.problems ?? {}), own?.values[name]]).toEqual([name, [name], value]);
      }
    }
  });

  it('has the same limits for an answer, which the question names', async () => {
    const { body } = await doors.office.api.read(`members/${id}`);
    const was = contentOf(officeMemberSchema.parse(body));
    const question = 'Do you take new patients?';
    const [own, ofOffice] = await both((door, isOwn) =>
      saveAnswersForm(
        door,
        { form: form({ was, extra: '11', 'question.11': question, 'lines.11': tooLong }), turn: 0 },
        (values, of) => (isOwn ? { Extras: answersPatch(values, of).Extras } : answersPatch(values, of)),
      ),
    );
    expect(own).toEqual(ofOffice);
    expect(own?.refusal?.problems).toEqual([
      `${question} must be at most 10000 characters long; this is 10050`,
    ]);
    expect(own?.values.answers).toEqual({ 11: [tooLong] });
  });

  it('has the same limits for a picture and its description', async () => {
    const drawn = sharp({ create: { width: 100, height: 100, channels: 3, background: '#a33' } });
    const jpeg = new File([new Uint8Array(await drawn.jpeg().toBuffer())], 'a.jpg');
    const problemsOf = async (file: File, description: string) => {
      const [own, ofOffice] = await both((door) => savePicture(door, form({ file, description }), noPicture));
      expect(own).toEqual(ofOffice);
      expect(own?.description).toBe(description);
      return own?.refusal?.problems;
    };
    expect(await problemsOf(jpeg, 'x'.repeat(maxPictureDescription + 1))).toEqual([
      `${pictureText.description} must be at most ${maxPictureDescription} characters long; this is ${maxPictureDescription + 1}`,
    ]);
    expect(await problemsOf(new File(['<svg/>'], 'a.jpg'), 'Me')).toEqual([
      expect.stringMatching(/^The file is SVG. Choose a JPEG, PNG or WebP file of at most 20 MB/),
    ]);
    expect(await problemsOf(new File([], 'a.jpg'), 'Me')).toEqual([pictureText.noFile]);
  });

  it('has the same limits for the staff of a company', async () => {
    await office.write((writer) => {
      const { membership } = sampleMember(60, { kind: 'corporate', typeId: 2, chapterId: null });
      return writer.memberships.put({
        ...sampleMember(member, {}, { id: member, organisation: 'Firm' }),
        membership,
      });
    });
    const person = { FirstName: 'Jo', LastName: 'Park', Email: 'jo@firm.example' };
    const wrong: [name: keyof typeof person, value: string][] = [
      ['FirstName', 'x'.repeat(301)],
      ['LastName', tooLong],
      ['LastName', bell],
      ['Email', 'no address'],
      ['Email', 'ann@example'],
      ['Email', `${'a'.repeat(250)}@example.org`],
    ];
    for (const [name, value] of wrong) {
      const body = { ...person, [name]: value };
      const own = await sendForm(doors.own, { method: 'POST', path: 'members/60/staff', body });
      const values = Object.entries({
        'MembershipType.ID': '2',
        Kind: 'individual',
        ExpiryDate: '2030-06-30',
        ...Object.fromEntries(Object.entries(body).map(([key, typed]) => [`User.${key}`, typed])),
      }).flatMap(([key, typed]) => [
        [key, typed],
        [`was.${key}`, ''],
      ]);
      const ofOffice = await saveMember(doors.office, form({ ...Object.fromEntries(values), id: '' }), 0);
      const problems = ofOffice.kind === 'shown' ? Object.entries(ofOffice.state.problems) : [];
      const sentences = problems.map(([field, reason]) =>
        say(memberText.problem, { label: captionOf(field), reason }),
      );
      expect(own.isDone ? [] : own.refusal.problems).toEqual(sentences);
      expect(sentences).toEqual([expect.stringMatching(`^${captionOf(`User.${name}`)} (must|has) `)]);
    }
    const empty = { ...person, LastName: ' ' };
    const own = await sendForm(doors.own, { method: 'POST', path: 'members/60/staff', body: empty });
    expect(own.isDone ? [] : own.refusal.problems).toEqual(['Last name must not be empty']);
  });

  it('on two devices: changes of other fields are both saved, and of the same field the second is asked', async () => {
    const etag = (await doors.own.api.read(`members/${id}`)).etag ?? '';
    const send = (name: string, value: string, was = '', tag = etag) =>
      saveMember(doors.own, form({ etag: tag, [`was.User.${name}`]: was, [`User.${name}`]: value }), 0);
    const read = async () => officeMemberSchema.parse((await doors.own.api.read(`members/${id}`)).body);
    expect((await send('Phone', '1111')).kind).toBe('saved');
    expect((await send('Mobile', '2222')).kind).toBe('saved');
    const asked = await send('Phone', '3333');
    if (asked.kind !== 'shown') throw new Error('the second change of the phone was not asked about');
    const { notice, conflicts, values, was, etag: newest } = asked.state;
    expect([notice, conflicts, values['User.Phone']]).toEqual(['conflict', { 'User.Phone': '1111' }, '3333']);
    expect(await read()).toMatchObject({ User: { Phone: '1111', Mobile: '2222' } });
    expect((await send('Phone', '3333', was['User.Phone'], newest)).kind).toBe('saved');
    expect(await read()).toMatchObject({ User: { Phone: '3333', Mobile: '2222' } });

    const answer = async (text: string, content: string) =>
      saveAnswersForm(
        doors.own,
        { form: form({ was: content, extra: '11', 'lines.11': text }), turn: 0 },
        (given, of) => ({ Extras: answersPatch(given, of).Extras }),
      );
    const before = contentOf(await read());
    expect(await answer('No', before)).toBeNull();
    const second = await answer('Yes', before);
    expect([second?.refusal?.problems, second?.values.answers]).toEqual([
      [answersText.changed],
      { 11: ['Yes'] },
    ]);
    expect(await answer('Yes', second?.was ?? '')).toBeNull();
  });

  it('has limits for a reason for leaving in the words of the other fields', async () => {
    const { body } = await doors.own.api.read(`members/${id}`);
    const { ExpiryDate: LastDay } = officeMemberSchema.parse(body);
    const leave = (Reason: string) =>
      sendForm(
        doors.own,
        { method: 'PUT', path: `members/${id}/leaving`, body: { LastDay, Reason } },
        { Reason: leavingText.reasonField },
      );
    const refused = await leave('x'.repeat(maxLeavingReason + 1));
    expect(refused.isDone ? [] : refused.refusal.problems).toEqual([
      `The reason must be at most ${maxLeavingReason} characters long; this is ${maxLeavingReason + 1}`,
    ]);
    expect((await leave('x'.repeat(maxLeavingReason))).isDone).toBe(true);
  });
});
