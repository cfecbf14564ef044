import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { PictureType } from '@/lib/contract/picture-types';
import type { OrganisationRecord } from '@/lib/store/schema/records';
import { noAreaCentre, putSampleStructure, testCause } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { readMailIdentity } from './read-identity';

describeUsualEngines('the appearance of emails', (store) => {
  let organisationId = 7_300;
  let own = organisationId;

  async function withLogo(
    content: Buffer | null,
    type: PictureType = 'png',
    settings: Partial<OrganisationRecord> = {},
  ): Promise<string | null> {
    own = ++organisationId;
    const context = {
      organisationId: own,
      clock: () => new Date('2026-01-01T00:00:00Z'),
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    return withMembersWriter(store(), context, async (writer) => {
      const logo = content === null ? null : await writer.pictures.add(content, type, { named: new Set() });
      await putSampleStructure(writer, { id: own, name: 'Guild', logo, ...settings });
      return logo;
    });
  }

  const identity = (defaultContact: string | null = null) => readMailIdentity(store(), own, defaultContact);

  it('has the name, colour, font and address of the association, and its logo with its bytes', async () => {
    const name = await withLogo(Buffer.from('the logo'), 'jpg', {
      colour: '#8a1c4a',
      font: 'source-serif',
      contactEmail: 'office@guild.example',
    });
    expect(await identity('operator@host.example')).toEqual({
      look: {
        name: 'Guild',
        colour: '#8a1c4a',
        font: 'source-serif',
        contactEmail: 'office@guild.example',
      },
      logo: { name, type: 'image/jpeg', content: Buffer.from('the logo') },
    });
  });

  it('has the operator’s address if the association has none, the usual font for an unknown one, and may have no logo', async () => {
    await withLogo(null);
    await sql`update organisation set font = 'papyrus' where id = ${own}`.execute(store().members);
    expect(await identity('operator@host.example')).toEqual({
      look: { name: 'Guild', colour: null, font: 'system', contactEmail: 'operator@host.example' },
      logo: null,
    });
    expect((await identity())?.look.contactEmail).toBeNull();
  });

  it.each(['svg', 'webp'] as const)('leaves out a logo that mail programs do not show (%s)', async (type) => {
    expect(await withLogo(Buffer.from('the logo'), type)).toMatch(new RegExp(`\\.${type}$`));
    expect((await identity())?.logo).toBeNull();
  });

  it('leaves out a logo of more than 100 kB', async () => {
    await withLogo(Buffer.alloc(100 * 1024, 'x'));
    expect((await identity())?.logo?.content).toHaveLength(100 * 1024);
    await withLogo(Buffer.alloc(100 * 1024 + 1, 'x'));
    expect((await identity())?.logo).toBeNull();
  });

  it('never has the logo of another association, and an unknown association has no appearance', async () => {
    const name = await withLogo(Buffer.from('theirs'));
    await withLogo(null);
    await store().members.updateTable('organisation').set({ logo: name }).where('id', '=', own).execute();
    expect((await identity())?.logo).toBeNull();
    own = 7_299;
    expect(await identity()).toBeNull();
  });
});
