import { beforeEach, expect, it } from 'vitest';
import { bulkSchema, type BulkAction, type OfficeBulk } from '@/lib/contract/office-bulk';
import { financialStatuses, type Standing } from '@/lib/contract/words';
import { findUninvited } from '@/lib/sign-in/accounts/password-links';
import { officePeople, startTestOffice, type TestOffice } from '@/lib/office/office.fixture';
import { testBaseUrl } from '@/lib/service/service.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { importContent, storedMembers } from './import-cases.fixture';
import type { ImportRequest } from './import-file';
import { readStatus } from './read-value';
import type { MemberStatus } from './field-values';

const header = 'Number,First name,Last name,Email,Type,Expires,Status';
const file = [
  header,
  'A,Ann,Active,a@example.org,Fellowship,2027-06-30,Active',
  'R,Rea,Renewal,r@example.org,Fellowship,2027-06-30,Pending renewal',
  'N,Nia,New,n@example.org,Fellowship,,Pending - New',
  'S,Sam,Suspended,s@example.org,Fellowship,2027-06-30,Suspended',
  'C,Cem,Cancelled,c@example.org,Fellowship,2027-06-30,Resigned',
  'D,Dan,Deceased,d@example.org,Fellowship,2027-06-30,Verstorben',
  'L,Lea,Lapsed,l@example.org,Fellowship,2025-06-30,Lapsed',
];
const marked: [string, Standing][] = [
  ['N', 'applicant'],
  ['S', 'suspended'],
  ['C', 'cancelled'],
  ['D', 'deceased'],
];

let organisationId = 7600;

describeEachEngine('an imported status that the contract does not have', (store) => {
  let office: TestOffice;
  const secretary = () => office.asRole(officePeople.secretary);
  const members = async () => {
    const all = await storedMembers(store(), organisationId);
    return new Map(all.map((one) => [one.membership.membershipNumber, one]));
  };
  const idOf = async (number: string) => (await members()).get(number)?.membership.id ?? 0;
  const importFile = async (lines = file, at = '2026-06-15T02:00:00Z', accepts = {}) =>
    importContent(
      store(),
      organisationId,
      lines,
      { accepts: { doubts: false, otherPeople: false, sharedNumbers: false, endless: true, ...accepts } },
      new Date(at),
    );
  const bulk = async (action: BulkAction): Promise<OfficeBulk> => {
    const ids = [...(await members()).values()].map(({ membership }) => String(membership.id));
    const settled = async (response: Response): Promise<OfficeBulk> => {
      let now = bulkSchema.parse(await response.json());
      while (now.State === 'checking' || now.State === 'running')
        now = bulkSchema.parse(await (await secretary().do(`GET bulk/${now.ID}`)).json());
      return now;
    };
    const { ID } = await settled(
      await secretary().do('POST bulk', { Members: { IDs: ids }, Action: action }),
    );
    return settled(await secretary().do(`POST bulk/${ID}/${action.Do === 'invite' ? 'send' : 'run'}`, {}));
  };
  const listed = async () => {
    const token = await office.ownToken({ personId: null, scopes: ['members'] });
    const statuses = financialStatuses.map((one) => `FinancialStatus[]=${one}`).join('&');
    const path = `/api/v2/organisation/${organisationId}/members?${statuses}&Include[]=Directory`;
    const response = await office.app.request(testBaseUrl + path, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.status !== 200) throw new Error(await response.text());
    const rows = (await response.json()) as { MembershipNumber: string; Directory: { Listed: boolean } }[];
    return rows.filter((row) => row.Directory.Listed).map((row) => row.MembershipNumber);
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    expect(await importFile()).toMatchObject({ isWritten: true, created: 7 });
  });

  it('is kept with its word, and only members are approved', async () => {
    const found = [...(await members()).values()].slice(-7).map(({ membership: one }) => {
      return [one.membershipNumber, one.standing, one.standingWord, one.isApproved, one.expiryDate];
    });
    expect(found).toEqual([
      ['A', 'none', 'Active', true, '2027-06-30'],
      ['R', 'none', 'Pending renewal', true, '2027-06-30'],
      ['N', 'applicant', 'Pending - New', false, null],
      ['S', 'suspended', 'Suspended', false, '2027-06-30'],
      ['C', 'cancelled', 'Resigned', false, '2026-06-14'],
      ['D', 'deceased', 'Verstorben', false, '2027-06-30'],
      ['L', 'none', 'Lapsed', true, '2025-06-30'],
    ]);
    const { amountOutstandingThousandths: owed } = (await members()).get('R')?.membership ?? {};
    expect(owed).toBe(0);
  });

  it('survives an approval of everybody: the public sees nobody who died, left or was suspended', async () => {
    const done = await bulk({ Do: 'approve' });
    expect(done).toMatchObject({ State: 'done', Changed: 1, Refused: 3 });
    expect(done.Problems.map(({ Problems }) => Problems[0]?.Reason)).toEqual([
      expect.stringContaining('marked as suspended'),
      expect.stringContaining('marked as cancelled'),
      expect.stringContaining('marked as deceased'),
    ]);
    const shown = await listed();
    for (const number of ['A', 'R', 'N']) expect(shown).toContain(number);
    for (const number of ['S', 'C', 'D', 'L']) expect(shown).not.toContain(number);
    expect((await members()).get('N')?.membership).toMatchObject({ standing: 'none', isApproved: true });
  });

  it('is not among those who wait, who are invited, or who can be approved or refused by name', async () => {
    expect(await (await secretary().do('GET today')).json()).toMatchObject({ Waiting: { Count: 1 } });
    const waiting = (await (await secretary().do('GET approvals')).json()) as {
      Members: { Member: { MembershipNumber: string; StandingWord: string } }[];
    };
    expect(waiting.Members.map(({ Member }) => [Member.MembershipNumber, Member.StandingWord])).toEqual([
      ['N', 'Pending - New'],
    ]);
    const id = String(await idOf('D'));
    expect((await secretary().do('POST approvals/approve', { Members: [{ ID: id }] })).status).toBe(422);
    expect((await secretary().do('POST approvals/refuse', { ID: id, Reason: 'None' })).status).toBe(409);
    const { Refused, Problems } = await bulk({ Do: 'invite' });
    expect(Refused).toBe(3);
    expect(Problems.map(({ Problems: [first] }) => first?.Reason)).toContain(
      'The person is marked as deceased',
    );
    const uninvited = await findUninvited(store(), { organisationId, now: office.time.now });
    const persons = await members();
    for (const number of ['S', 'C', 'D']) {
      expect(uninvited).not.toContain(persons.get(number)?.person.id);
      expect(office.mail.sent.map(({ to }) => to)).not.toContain(persons.get(number)?.person.email);
    }
  });

  it.each(marked)('filters the list of members: %s is %s', async (number, standing) => {
    const query = `members?Standing=${standing}&StandingWord=${encodeURIComponent(
      (await members()).get(number)?.membership.standingWord ?? '',
    )}`;
    const { Members } = (await (await secretary().do(`GET ${query}`)).json()) as {
      Members: { MembershipNumber: string }[];
    };
    expect(Members.map((one) => one.MembershipNumber)).toEqual([number]);
  });

  it('ends an approval whoever writes it, and the database refuses both together', async () => {
    const id = await idOf('A');
    expect((await secretary().do(`PATCH members/${id}`, { Standing: 'deceased' })).status).toBe(200);
    expect((await members()).get('A')?.membership).toMatchObject({ standing: 'deceased', isApproved: false });
    expect((await secretary().do(`PATCH members/${id}`, { Checked: true })).status).toBe(422);
    await office.write(async (writer) => {
      const record = await writer.memberships.find(id);
      if (record === null) throw new Error('no member');
      await writer.memberships.put({ ...record, membership: { ...record.membership, isApproved: true } });
    });
    expect((await members()).get('A')?.membership.isApproved).toBe(false);
    const update = store().members.updateTable('membership').set({ is_approved: 1 }).where('id', '=', id);
    await expect(update.where('organisation_id', '=', organisationId).execute()).rejects.toThrow(/check/i);
    const both = { Standing: 'none', Checked: true };
    expect((await secretary().do(`PATCH members/${id}`, both)).status).toBe(200);
    expect(await listed()).toContain('A');
  });

  it('keeps the last day of somebody who left when the file is imported again', async () => {
    expect(await importFile(file, '2026-07-20T02:00:00Z')).toMatchObject({ updated: 0, unchanged: 7 });
    expect((await members()).get('C')?.membership.expiryDate).toBe('2026-06-14');
    const left = [header, 'C,Cem,Cancelled,c@example.org,Fellowship,2026-03-31,Resigned'];
    await importFile(left, '2026-07-21T02:00:00Z');
    expect((await members()).get('C')?.membership.expiryDate).toBe('2026-03-31');
  });

  it('is counted in the preview, with what becomes public', async () => {
    const added = [...file, 'X,Xia,Hidden,x@example.org,Fellowship,2027-06-30,Active'];
    const preview = async (differs: Partial<ImportRequest>) =>
      (await importContent(store(), organisationId, added, { isDryRun: true, previewed: 5, ...differs }))
        .preview;
    const found = (await preview({}))?.publication;
    expect(found?.counts).toEqual({
      public: 3,
      applicant: 1,
      suspended: 1,
      cancelled: 1,
      deceased: 1,
      notApproved: 0,
      ended: 1,
      hidden: 0,
      status: 0,
    });
    expect(found?.added).toBe(1);
    expect(found?.examples).toMatchObject([{ name: 'Xia Hidden' }]);
    expect((await preview({ listsNobody: true }))?.publication).toMatchObject({
      added: 0,
      counts: { public: 0, hidden: 3 },
      examples: [],
    });
  });

  it('is asked about before somebody who died becomes a member again', async () => {
    const back = [header, 'D,Dan,Deceased,d@example.org,Fellowship,2027-06-30,Active'];
    expect(await importFile(back)).toMatchObject({ isWritten: false, questions: [{ confirm: 'doubts' }] });
    expect(await importFile(back, '2026-06-15T02:00:00Z', { doubts: true })).toMatchObject({ updated: 1 });
    expect((await members()).get('D')?.membership).toMatchObject({ standing: 'none', isApproved: true });
  });
});

it.each<[MemberStatus, string[]]>([
  ['deceased', ['Deceased', 'Verstorben', 'Décédée', 'Fallecido', 'Deceduta']],
  ['cancelled', ['Cancelled', 'Ausgetreten', 'Démissionnaire', 'De baja', 'Dimesso']],
  ['suspended', ['Suspended', 'Ruhend', 'Suspendue', 'Suspendido', 'Sospesa']],
  ['applicant', ['Pending - New', 'Antrag', 'Candidat', 'Solicitante', 'Richiedente']],
  [
    'renewal',
    ['Pending - Renewal', 'Verlängerung ausstehend', 'À renouveler', 'Por renovar', 'Da rinnovare'],
  ],
  ['lapsed', ['Lapsed', 'Abgelaufen', 'Échue', 'Vencido', 'Scaduta']],
])('words for %s are known in five languages', (means, words) => {
  for (const word of words) expect(readStatus(word)).toEqual({ means, word });
});
