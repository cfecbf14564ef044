import { familyText } from '@/lib/messages/office-family';
import { say, sayAround } from '@/lib/messages/say';
import { membersPath } from '@/lib/office-pages/members-view';
import { memberPath } from '@/lib/office-pages/member-sections';
import { companyPath, nameOfRow, subMembersPath, type Family } from '@/lib/office-pages/read-family';
import { buttonStyle } from '../ui/button';
import { MemberStatus } from './member-status';
import { Panel } from './panel';

interface Props {
  id: string;
  family: Family;
  /** Whether the signed-in person may move memberships into a company or out of it. */
  mayChange: boolean;
  /** Whether the signed-in person sees only the members of some chapters. */
  isOfficer: boolean;
}

export function MemberCompany({ id, family, mayChange, isOfficer }: Props) {
  const { company, subMembers } = family;
  if (subMembers !== null)
    return <SubMembers id={id} list={subMembers} mayChange={mayChange} isOfficer={isOfficer} />;
  return (
    <Panel id="company" title={familyText.company}>
      <p className="wrap-anywhere">
        {company === null ? familyText.ownMembership : <Belongs company={company} />}
      </p>
      {mayChange && (
        <p>
          <a href={companyPath(id)} className={buttonStyle('quiet')}>
            {company === null ? familyText.join : familyText.move}
          </a>
        </p>
      )}
    </Panel>
  );
}

function Belongs({ company: { id, name } }: { company: { id: string; name: string | null } }) {
  if (name === null) return familyText.hiddenCompany;
  const { before, within, after } = sayAround(familyText.belongsTo, { name });
  return (
    <>
      {before}
      <a href={memberPath(id)} className="text-accent underline">
        {within}
      </a>
      {after}
    </>
  );
}

function SubMembers({
  id,
  list: { Members: rows, Count: count, Next: next },
  mayChange,
  isOfficer,
}: Omit<Props, 'family'> & { list: NonNullable<Family['subMembers']> }) {
  return (
    <Panel id="sub-members" title={familyText.subMembers}>
      <p>
        {count === null ? familyText.subMembersMany : say(familyText.subMembersCount, { count })}
        {isOfficer && ` ${familyText.onlyKnown}`}
      </p>
      {rows.length > 0 && (
        <ul className="grid gap-1">
          {rows.map((row) => (
            <li
              key={row.ID}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-1 last:border-0"
            >
              <a
                href={memberPath(row.ID)}
                className="inline-flex min-h-8 min-w-40 items-center text-accent underline wrap-anywhere"
              >
                {nameOfRow(row)}
              </a>
              <MemberStatus of={row} />
              {mayChange && (
                <a
                  href={companyPath(row.ID)}
                  aria-label={`${familyText.moveOne}: ${nameOfRow(row)}`}
                  className="inline-flex min-h-8 items-center text-sm text-accent underline"
                >
                  {familyText.moveOne}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {mayChange && (
          <a href={subMembersPath(id)} className={buttonStyle('quiet')}>
            {familyText.addSubMember}
          </a>
        )}
        {next !== null && (
          <a href={`${membersPath}?company=${id}`} className="text-accent underline">
            {familyText.allSubMembers}
          </a>
        )}
      </p>
    </Panel>
  );
}
