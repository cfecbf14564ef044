import { beforeEach, expect, it } from 'vitest';
import { findSharedNumbers, TakenNumberError } from './membership-numbers';
import type { MembersWriter } from './members-writer';
import { noAreaCentre, putSampleStructure, sampleMember, testCause } from './sample-members.fixture';
import { describeEachEngine } from './stores.fixture';
import { withMembersWriter } from './write';

let organisationId = 60;

describeEachEngine('membership numbers', (store) => {
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) =>
    withMembersWriter(
      store(),
      { organisationId, clock: () => new Date('2026-06-15'), areaCentre: noAreaCentre, cause: testCause },
      work,
    );
  const put = (writer: MembersWriter, id: number, membershipNumber: string) =>
    writer.memberships.put(sampleMember(id, { membershipNumber, kind: id > 8 ? 'corporate' : 'individual' }));
  const shared = () => findSharedNumbers(store().members, organisationId, null);

  beforeEach(async () => {
    organisationId += 1;
    await write((writer) => putSampleStructure(writer, { id: organisationId }));
  });

  it('a number that another membership has is refused, with or without spaces, and nothing is written', async () => {
    await write((writer) => put(writer, 1, '77 '));
    await expect(write((writer) => put(writer, 2, '\t77'))).rejects.toThrow(TakenNumberError);
    await expect(
      write(async (writer) => {
        await put(writer, 3, 'x');
        await put(writer, 4, 'x');
      }),
    ).rejects.toThrow('memberships 3 and 4 would have the same number');
    expect(await write((writer) => writer.membershipIds())).toEqual([1]);
    await write((writer) => put(writer, 2, ''));
    await write((writer) => put(writer, 3, ''));
  });

  it('two memberships may exchange their numbers, and a removed membership leaves its number', async () => {
    await write(async (writer) => {
      await put(writer, 1, 'a');
      await put(writer, 2, 'b');
    });
    await write(async (writer) => {
      await put(writer, 1, 'b');
      await put(writer, 2, 'a');
      await put(writer, 3, 'c');
      await writer.memberships.remove([3]);
      await put(writer, 4, 'c');
    });
    expect(await shared()).toEqual([]);
  });

  it('memberships that share a number already can be changed in every other way', async () => {
    await write(async (writer) => {
      writer.memberships.allowSharedNumbers('all');
      await put(writer, 1, '77');
      await put(writer, 2, '77');
      await put(writer, 3, '78');
      await writer.settle();
      expect(writer.memberships.sharedNumbers).toEqual([{ number: '77', membershipIds: [1, 2] }]);
    });
    const later = { membershipNumber: '77', expiryDate: '2030-01-01' };
    await write((writer) => writer.memberships.put(sampleMember(1, later)));
    await expect(write((writer) => put(writer, 3, '77'))).rejects.toThrow(TakenNumberError);
    expect(await shared()).toEqual([{ number: '77', membershipIds: [1, 2] }]);
    await write((writer) => put(writer, 2, '79'));
    expect(await shared()).toEqual([]);
  });

  it('a new member gets the ID, or the next whole number that nobody has or will get', async () => {
    const free = (writer: MembersWriter, id: number, reserved: string[] = []) =>
      writer.index.freeNumber(id, new Set(reserved));
    await write(async (writer) => {
      await put(writer, 1, '5');
      await put(writer, 2, ' 6');
      expect(await free(writer, 4)).toBe('4');
      expect(await free(writer, 5)).toBe('7');
      expect(await free(writer, 5, ['7', '8'])).toBe('9');
    });
    await write(async (writer) => {
      expect(await free(writer, 5, ['7'])).toBe('8');
      await put(writer, 3, '8');
      expect(await free(writer, 6)).toBe('9');
      await writer.index.findMemberships('8');
      expect(await free(writer, 5)).toBe('10');
      expect(await free(writer, 100)).toBe('100');
    });
  });
});
