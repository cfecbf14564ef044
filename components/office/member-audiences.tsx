import { chapterhouse } from '@/lib/chapterhouse';
import {
  audienceInputs,
  choicesOf,
  chosenIn,
  messagesField,
  offeredAudiences,
  type Audience,
} from '@/lib/contract/audiences';
import { audienceText, preferencesText } from '@/lib/messages/preferences';
import { publicViewText } from '@/lib/messages/office-public-view';
import type { OpenMember } from '@/lib/office-pages/read-member';
import type { ShortFormAction } from '@/lib/office-pages/short-form-state';
import { Panel } from './panel';
import { ShortForm } from './short-form';

type Props = Pick<OpenMember, 'member' | 'tag' | 'path'> & { action: ShortFormAction };

/** The member's own choice of who sees what, which the office may change for them. */
export function MemberAudiences({ member, tag, path, action }: Props) {
  const { ID: id, Kind: kind, Directory } = member;
  const directory = { MembersListed: false, ShowMembers: null, ...Directory };
  const chosen = chosenIn(directory, kind);
  const hasMembersDirectory = chapterhouse().site().hasMembersDirectory === true;
  const field = (name: string, label: string, value: Audience) => ({
    name,
    label,
    value,
    type: 'choice' as const,
    options: offeredAudiences(hasMembersDirectory, value).map((ID) => ({ ID, Name: audienceText[ID] })),
  });
  const messages = { [audienceInputs.field(id, messagesField)]: chosen.takesMessages ? 'on' : '' };
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
        fields={[
          field(audienceInputs.entry(id), publicViewText.whoSeesEntry, chosen.entry),
          ...choicesOf(kind).map(({ label, fields: [name] }) =>
            field(audienceInputs.field(id, name), label, chosen.of(name)),
          ),
        ]}
        button={preferencesText.save}
        summary={publicViewText.changeAudiences}
      />
    </Panel>
  );
}
