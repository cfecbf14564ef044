import type { PublicEntry } from '@/lib/directory/model/entry';
import { messageLimits } from '@/lib/directory/member-message';
import { messageText } from '@/lib/messages/site';
import { say } from '@/lib/messages/say';
import { fieldStyle } from '../ui/button';
import { EmailField, VisitorForm, WordsField } from './profile-form';

interface MessageFormProps {
  entry: PublicEntry;
  problem: string | null;
}

/** Sends a message to a member without revealing the member's email address. */
export function MessageForm({ entry: { slug, name }, problem }: MessageFormProps) {
  const { nameLength, emailLength, messageLength } = messageLimits;
  return (
    <VisitorForm
      slug={slug}
      title={say(messageText.link, { name })}
      lead={say(messageText.lead, { name })}
      problem={problem}
      action="/directory/message"
      entry={slug}
      text={messageText}
    >
      <label>
        <span className="mb-1 block font-medium">{messageText.name}</span>
        <input name="name" required autoComplete="name" maxLength={nameLength} className={fieldStyle} />
      </label>
      <EmailField
        label={messageText.email}
        hint={say(messageText.emailHint, { name })}
        required
        maxLength={emailLength}
      />
      <WordsField label={messageText.message} name="message" rows={8} maxLength={messageLength} />
    </VisitorForm>
  );
}
