import { describe, expect, it } from 'vitest';
import { distanceKm } from '@/lib/map/geo/point';
import { addDays } from '@/lib/base/clock';
import { createDemonstration } from './demonstration';
import { addons, categories, chapters, extras, membershipTypes } from './structure';
import { requireSuburb } from './suburbs';

const today = '2026-03-02';
const { members, seats, cast } = createDemonstration(today);
const individual = members.filter(({ membership }) => membership.kind === 'individual');
const corporate = members.filter(({ membership }) => membership.kind === 'corporate');

describe('the demonstration', () => {
  it('has about 400 people and 60 firms in every state and chapter', () => {
    expect(individual.length).toBe(400);
    expect(corporate.length).toBeGreaterThanOrEqual(60);
    expect(new Set(members.map(({ person }) => person.address.state)).size).toBe(8);
    expect(new Set(members.map(({ membership }) => membership.chapterId)).size).toBe(chapters.length);
  });

  it('is the same every time, except for its dates', () => {
    expect(createDemonstration(today)).toEqual({ members, seats, cast });
    const later = createDemonstration(addDays(today, 400)).members;
    expect(later.map(({ person }) => person)).toEqual(members.map(({ person }) => person));
  });

  it('has more than a few listed places within 25 km of Geelong', () => {
    const geelong = requireSuburb('Geelong', 'VIC').point;
    const near = members.filter(({ membership }) =>
      membership.locations.some((location) => distanceKm(location, geelong) < 25),
    );
    expect(near.length).toBeGreaterThan(25);
  });

  it('has members with every standing, and unapproved members', () => {
    const expiring = addDays(today, 30);
    const standings = members.map(
      ({ membership: { amountOutstandingThousandths, expiryDate, isApproved } }) => {
        if (!isApproved) return 'unapproved';
        if (amountOutstandingThousandths > 0) return 'outstanding';
        if (expiryDate === null || expiryDate > expiring) return 'financial';
        return expiryDate < today ? 'expired' : 'expiring';
      },
    );
    for (const standing of ['unapproved', 'outstanding', 'financial', 'expired', 'expiring']) {
      expect(standings.filter((one) => one === standing).length, standing).toBeGreaterThan(3);
    }
  });

  it('has no dangling references and no duplicate IDs', () => {
    const ids = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => id));
    const [typeIds, categoryIds, addonIds, extraIds] = [membershipTypes, categories, addons, extras].map(ids);
    for (const { membership } of members) {
      expect(typeIds).toContain(membership.typeId);
      for (const id of membership.categoryIds) expect(categoryIds).toContain(id);
      for (const { addonId } of membership.addons) expect(addonIds).toContain(addonId);
      for (const { extraId } of membership.answers) expect(extraIds).toContain(extraId);
    }
    expect(ids(members.map(({ membership }) => membership)).size).toBe(members.length);
    const locations = members.flatMap(({ membership }) => membership.locations);
    expect(ids(locations).size).toBe(locations.length);
    const own = individual.map(({ person }) => person.id);
    expect(new Set(own).size).toBe(own.length);
  });

  it('has the same record of a person in each membership', () => {
    const persons = new Map(members.map(({ person }) => [person.id, person]));
    for (const { person } of members) expect(person).toEqual(persons.get(person.id));
  });

  it('has sub-members of firms, members with several locations or none, opted-out members and all precisions', () => {
    const firms = new Set(corporate.map(({ membership }) => membership.id));
    const subMembers = individual.filter(({ membership }) => membership.parentId !== null);
    expect(subMembers.length).toBeGreaterThan(20);
    for (const { membership } of subMembers) expect(firms).toContain(membership.parentId);
    const counts = individual.map(({ membership }) => membership.locations.length);
    for (const count of [0, 1, 2, 3]) expect(counts).toContain(count);
    expect(individual.filter(({ membership }) => !membership.isListed).length).toBeGreaterThan(5);
    const precisions = individual.flatMap(({ membership }) =>
      membership.locations.map(({ precision }) => precision),
    );
    expect([...new Set(precisions)].sort()).toEqual(['exact', 'postcode', 'state', 'suburb']);
  });

  it('has two people with one email address and a person with several memberships', () => {
    const couple = cast.filter(({ person }) => person.email === 'papadopoulos@example.com');
    expect(new Set(couple.map(({ person }) => person.id)).size).toBe(2);
    const several = cast.find(({ shows }) => shows.startsWith('Several'));
    expect(members.filter(({ person }) => person.id === several?.person.id).length).toBe(3);
  });
});
