import type { OfficeMail, OfficeMails } from '@/lib/contract/office-mails';
import { formatDay } from '@/lib/messages/format';
import { mailKindText, mailProblemText, mailsText } from '@/lib/messages/office-mails';
import { say } from '@/lib/messages/say';
import { formatTime } from '@/lib/office-pages/format-time';
import { toMailsAddress, type MailsFilter } from '@/lib/office-pages/mails-address';
import { ScrollRegion } from '../ui/scroll-region';
import { TableHead } from './table-head';

interface Props {
  page: OfficeMails;
  filter: MailsFilter;
}

export function MailList({ page, filter }: Props) {
  const { result, since } = filter;
  return (
    <>
      <nav aria-label={mailsText.shown}>
        <ul className="flex flex-wrap gap-x-6">
          {choices.map((one) => (
            <Choice
              key={one.text}
              text={one.text}
              filter={{ result: one.result, since, after: null }}
              isShown={one.result === result}
            />
          ))}
        </ul>
      </nav>
      {since !== null && <p>{say(mailsText.since, { day: formatDay(since) })}</p>}
      {page.Mails.length === 0 ? (
        <p>{none[result ?? 'all']}</p>
      ) : (
        <ScrollRegion label={mailsText.title}>
          <table className="w-full text-left">
            <TableHead heads={[mailsText.time, mailsText.what, mailsText.to, mailsText.result]} />
            <tbody data-rows>
              {page.Mails.map((mail, index) => (
                <Row key={index} mail={mail} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <p className="flex flex-wrap gap-x-6">
        {filter.after !== null && <PageLink text={mailsText.first} filter={{ ...filter, after: null }} />}
        {page.Next !== null && <PageLink text={mailsText.next} filter={{ ...filter, after: page.Next }} />}
      </p>
    </>
  );
}

const choices = [
  { text: mailsText.all, result: null },
  { text: mailsText.failed, result: 'failed' },
  { text: mailsText.waiting, result: 'waiting' },
] as const;

const none = { all: mailsText.none, failed: mailsText.noneFailed, waiting: mailsText.noneWaiting };

function Choice({ text, filter, isShown }: { text: string; filter: MailsFilter; isShown: boolean }) {
  return (
    <li>
      <a
        href={toMailsAddress(filter)}
        aria-current={isShown ? 'page' : undefined}
        className="inline-flex min-h-11 items-center text-accent underline aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:no-underline"
      >
        {text}
      </a>
    </li>
  );
}

function PageLink({ text, filter }: { text: string; filter: MailsFilter }) {
  return (
    <a href={toMailsAddress(filter)} className="inline-flex min-h-11 items-center text-accent underline">
      {text}
    </a>
  );
}

function Row({ mail }: { mail: OfficeMail }) {
  const { MembershipID: id, PersonName: name, Email: email } = mail;
  return (
    <tr className="border-b border-line align-top">
      <td className="min-w-32 py-2 pr-4">{formatTime(mail.At)}</td>
      <td className="min-w-28 py-2 pr-4">{mailKindText[mail.Kind]}</td>
      <td className="min-w-48 py-2 pr-4 wrap-anywhere">
        {name !== null && (
          <span className="block">
            {id === null ? (
              name
            ) : (
              <a href={`/office/members/${id}`} className="text-accent underline">
                {name}
              </a>
            )}
          </span>
        )}
        <span className="block text-sm text-ink-soft">{email}</span>
      </td>
      <td className="min-w-40 py-2">{resultOf(mail)}</td>
    </tr>
  );
}

function resultOf({ Problem: problem, ReplyCode: code }: OfficeMail): string {
  if (problem === null) return mailsText.sent;
  const text = mailProblemText[problem];
  return code === null ? text : say(mailsText.problem, { problem: text, code });
}
