import { familyText } from '@/lib/messages/office-family';
import { say } from '@/lib/messages/say';
import { memberPath } from '@/lib/office-pages/member-sections';

export function BackToMember({ id, name }: { id: string; name: string }) {
  return (
    <p>
      <a href={memberPath(id)} className="text-accent underline">
        {say(familyText.backTo, { name })}
      </a>
    </p>
  );
}
