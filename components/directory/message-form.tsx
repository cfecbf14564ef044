import type { PublicEntry } from '@/lib/directory/entry';
import { memberPath } from '@/lib/directory/member-address';
import { messageLimits } from '@/lib/directory/member-message';
import { messageText } from '@/lib/messages/message';
import { say } from '@/lib/messages/say';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';

interface MessageFormProps {
  entry: PublicEntry;
  /** Why the last attempt was not sent. */
  problem: string | null;
}

/** Writes to a member without their address: a plain form, sent by the server as a mail. */
export function MessageForm({ entry, problem }: MessageFormProps) {
  const { name } = entry;
  return (
    <div className="mx-auto max-w-xl">
      <p className="mb-5">
        <a href={memberPath(entry.slug)} className="inline-flex min-h-9 items-center text-accent">
          <span aria-hidden="true">←&nbsp;</span>
          {messageText.back}
        </a>
      </p>
      <h1 className="text-3xl font-bold tracking-tight wrap-break-word">{say(messageText.link, { name })}</h1>
      <p className="mt-2 text-ink-soft">{say(messageText.lead, { name })}</p>
      {problem !== null && (
        <div className="mt-4">
          <Notice role="alert">{problem}</Notice>
        </div>
      )}
      <form method="post" action="/directory/message" className="mt-6 grid gap-5">
        <input type="hidden" name="entry" value={entry.slug} />
        <Sender name={name} />
        <label>
          <span className="mb-1 block font-medium">{messageText.message}</span>
          <textarea
            name="message"
            required
            rows={8}
            maxLength={messageLimits.messageLength}
            className={`${fieldStyle} py-2`}
          />
        </label>
        <p>
          <button className={buttonStyle('main')}>{messageText.send}</button>
        </p>
      </form>
    </div>
  );
}

/** Who writes, and where the member called `name` answers. */
function Sender({ name }: { name: string }) {
  return (
    <>
      <label>
        <span className="mb-1 block font-medium">{messageText.name}</span>
        <input
          name="name"
          required
          autoComplete="name"
          maxLength={messageLimits.nameLength}
          className={fieldStyle}
        />
      </label>
      <div>
        <label htmlFor="message-email" className="mb-1 block font-medium">
          {messageText.email}
        </label>
        <input
          id="message-email"
          name="email"
          type="email"
          required
          autoComplete="email"
          maxLength={messageLimits.emailLength}
          aria-describedby="message-email-hint"
          className={fieldStyle}
        />
        <p id="message-email-hint" className="mt-1 text-sm text-ink-soft">
          {say(messageText.emailHint, { name })}
        </p>
      </div>
    </>
  );
}
