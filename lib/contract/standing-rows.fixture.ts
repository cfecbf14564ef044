import { z } from 'zod';
import type { OwnMembership } from '@/lib/contract/resources';
import { sampleCorporateMembership, sampleMembership, sampleUser } from './sample-user.fixture';
import table from './standing.json';
import { standings } from './words';

const membershipRow = z.object({
  kind: z.enum(['individual', 'corporate', 'sub-member']),
  Status: z.string(),
  ExpiryDate: z.string().nullable(),
  AmountOutstanding: z.string().optional(),
  Checked: z.boolean().optional(),
  Expired: z.boolean().optional(),
  Standing: z.enum(standings).optional(),
  parentChecked: z.boolean().optional(),
  parentStanding: z.enum(standings).optional(),
  own: z.object({ Status: z.string(), ExpiryDate: z.string() }).optional(),
});
export const rows = z
  .array(
    z.object({
      case: z.string(),
      today: z.string(),
      memberships: z.array(membershipRow),
      committee: z.string().optional(),
      expect: z.object({
        isMember: z.boolean(),
        memberships: z.array(
          z.object({
            state: z.string(),
            isValid: z.boolean(),
            nextStep: z.string(),
            managedBy: z.string().optional(),
            owed: z.string().nullable(),
            offersPayment: z.boolean(),
          }),
        ),
      }),
    }),
  )
  .parse(table);

export const company = 'Harbour Physio Pty Ltd';

function changesOf(row: z.infer<typeof membershipRow>): Partial<OwnMembership> {
  const changes: Partial<OwnMembership> = { Status: row.Status, ExpiryDate: row.ExpiryDate, ...row.own };
  if (row.AmountOutstanding !== undefined) changes.AmountOutstanding = row.AmountOutstanding;
  if (row.Checked !== undefined) changes.Checked = row.Checked;
  if (row.Standing !== undefined) changes.Standing = row.Standing;
  if (row.Expired !== undefined) changes.Expired = row.Expired;
  if (row.kind === 'sub-member') {
    const isChecked = row.parentChecked ?? true;
    changes.Parent = {
      ID: '900',
      MembershipName: company,
      ExpiryDate: row.ExpiryDate,
      Status: row.Status,
      Checked: isChecked,
      Expired: row.Status === 'expired',
      ...(row.parentStanding !== undefined && { Standing: row.parentStanding }),
    };
  }
  return changes;
}

export function userOf(row: (typeof rows)[number]) {
  const own = row.memberships.find((membership) => membership.kind !== 'corporate');
  return sampleUser({
    Membership: own === undefined ? null : sampleMembership(changesOf(own)),
    CorporateMemberships: row.memberships
      .filter((membership) => membership.kind === 'corporate')
      .map((membership) => sampleCorporateMembership(changesOf(membership))),
    CommitteeMemberships: {
      Chapter: row.committee === undefined ? null : { ID: '3', Name: row.committee },
      Financial: row.expect.isMember,
    },
  });
}
