import { chapterhouse } from '@/lib/chapterhouse';
import {
  audienceInputs,
  choicesOf,
  chosenIn,
  messagesField,
  offeredAudiences,
  type Audience,
  type ChosenAudiences,
} from '@/lib/contract/audiences';
import type { OfficeMember } from '@/lib/contract/office';
import { audienceText, preferencesText } from '@/lib/messages/preferences';
import { publicViewText } from '@/lib/messages/office-pages';
import type { OpenMember } from '@/lib/office-pages/read-member';
import type { ShortFormAction } from '@/lib/office-pages/short-form-state';
import { Panel } from './panel';
import { ShortForm, type ShortField } from './short-form';

type Chooser = Pick<OfficeMember, 'ID' | 'Kind' | 'Directory'>;

export function chosenAudiences({ Kind, Directory }: Chooser): ChosenAudiences {
  return chosenIn({ MembersListed: false, ShowMembers: null, ...Directory }, Kind);
}

/** Who sees the entry, and who sees each of its fields. */
export function audienceFields(member: Chooser, entryLabel: string): ShortField[] {
  const { ID: id, Kind: kind } = member;
  const chosen = chosenAudiences(member);
  const hasMembersDirectory = chapterhouse().site().hasMembersDirectory === true;
  const field = (name: string, label: string, value: Audience): ShortField => ({
    name,
    label,
    value,
    type: 'choice',
    options: offeredAudiences(hasMembersDirectory, value).map((ID) => ({ ID, Name: audienceText[ID] })),
  });
  return [
    field(audienceInputs.entry(id), entryLabel, chosen.entry),
    ...choicesOf(kind).map(({ label, fields: [name] }) =>
      field(audienceInputs.field(id, name), label, chosen.of(name)),
    ),
  ];
}

type Props = Pick<OpenMember, 'member' | 'tag' | 'path'> & { action: ShortFormAction };

/** The member's own choice of who sees what, which the office may change for them. */
export function MemberAudiences({ member, tag, path, action }: Props) {
  const { ID: id, Kind: kind } = member;
  const chosen = chosenAudiences(member);
  const messages = { [audienceInputs.field(id, messagesField)]: String(chosen.takesMessages) };
  return (
    <Panel id="audiences" title={publicViewText.audiences}>
      <p>
        {publicViewText.entry} <strong>{audienceText[chosen.entry]}</strong>
      </p>
      <ShortForm
        key={tag}
        id="audience"
        action={action}
        path={path}
        hidden={{ id, etag: tag, kind, ...messages }}
        fields={audienceFields(member, publicViewText.whoSeesEntry)}
        button={preferencesText.save}
        hasRows
        summary={publicViewText.changeAudiences}
      />
    </Panel>
  );
}
