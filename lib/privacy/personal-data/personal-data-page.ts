/** Personal data as one HTML file that people can read, print and send. The file loads no external resources. */
import type { SignInMethod } from '@/lib/store/schema/auth-schema';
import type { Author, ConnectedSite, HistoryRow, PersonalData, Source } from './personal-data';
import { escapeHtml } from '@/lib/base/escape-html';

export function toPersonalDataPage(data: PersonalData): string {
  const title = `Data about person ${data.Person.ID}`;
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    intro(data),
    ...(data.Person.State === 'erased' ? [] : sections(data)),
  ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} – ${data.Organisation.Name}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

function intro({ Organisation, Person, CreatedAt, For }: PersonalData): Html {
  const made = `This was made on ${CreatedAt} from the database of ${Organisation.Name}. All times are in UTC.`;
  const text =
    Person.State === 'erased'
      ? `This person was erased on ${Person.ErasedAt}. Nothing else about them is stored. ${made}`
      : Person.State === 'removed'
        ? `This person was removed. The records of changes still contain the data below. ${made}`
        : `This is everything that is stored about this person. ${made}`;
  const office =
    For === 'office' && Person.State !== 'erased'
      ? '<p>It includes answers and notes that only the office sees. Check it before you give it to the person.</p>'
      : '';
  return `<p>${escapeHtml(text)}</p>${office}`;
}

function sections(data: PersonalData): Html[] {
  const { Person, Memberships, Account } = data;
  return [
    section('Person', [
      Person.User === null ? '' : facts(Person.User),
      facts({ 'Merged records': Person.MergedIDs, 'IDs in other systems': externalIds(Person.ExternalIDs) }),
      sources(Person.Sources),
    ]),
    ...Memberships.map((one) =>
      section(`Membership ${toText(Reflect.get(one.Membership, 'ID'))}`, [
        facts({ Status: one.Status, 'Last changed': one.DateModified }),
        facts(one.Membership),
        facts({
          'Sub-memberships': one.SubMembers,
          'IDs in other systems': externalIds(one.ExternalIDs),
          'Membership cards replaced': one.CardsReplaced,
          'Pictures, uploaded on': one.Pictures.map(({ AddedAt }) => AddedAt),
        }),
        '<h3>What the public sees</h3>',
        one.Public.InDirectory
          ? `<p>This membership is in the public directory. These fields are shown if they have a value:</p>`
          : `<p>This membership is not in the public directory today. If it were, these fields would be shown:</p>`,
        list(one.Public.Show),
        facts({ 'Locations as they may be shown': one.Public.Locations }),
        sources(one.Sources),
      ]),
    ),
    section('Committee seats', [
      table(
        ['Committee', 'From', 'Until'],
        data.CommitteeSeats.map((seat) => [
          seat.Chapter === null ? 'The organisation' : `${seat.Chapter.Name} (chapter ${seat.Chapter.ID})`,
          seat.StartsOn ?? 'open',
          seat.EndsOn ?? 'open',
        ]),
      ),
    ]),
    section('Office notes', [
      table(
        ['Written', 'Last changed', 'Note'],
        data.Notes.map((note) => [note.WrittenAt, note.ChangedAt ?? '', note.Text]),
      ),
    ]),
    section('Role in the office', [
      facts({
        Role: data.Role?.Role ?? 'none',
        Chapters: data.Role?.Chapters.map(({ ID, Name }) => `${Name} (chapter ${ID})`) ?? [],
      }),
    ]),
    section('Account', account(Account)),
    section('Reminders', [
      table(
        ['Time', 'Membership', 'Last day', 'Days after the last day', 'Address', 'Result'],
        data.Reminders.map((one) => [
          one.ChangedAt,
          one.MembershipID,
          one.LastDay,
          String(one.Days),
          one.Email,
          one.State,
        ]),
      ),
    ]),
    section('Emails', [
      table(
        ['Time', 'Email', 'Membership', 'Address', 'Result'],
        data.EmailRecord.map((one) => [
          one.At,
          one.Kind,
          one.MembershipID ?? '',
          one.Email,
          one.Problem === null ? 'sent' : `${one.Problem} ${one.ReplyCode ?? ''}`.trim(),
        ]),
      ),
      data.Emails === null
        ? ''
        : table(
            ['Sent', 'Subject'],
            data.Emails.map((one) => [one.At, one.Subject]),
          ),
    ]),
    section('Imports', [
      table(
        ['Number', 'Date', 'File or site', 'SHA-256 of the file'],
        data.Imports.map((one) => [one.ID, one.At, one.Source, one.FileSHA256 ?? '']),
      ),
    ]),
    section('History', [history(data.History)]),
    section('Changes that the person made to other records', [
      table(
        ['Date', 'Record', 'Change'],
        data.ChangesMade.map((one) => [one.At, `${one.Record.Kind} ${one.Record.ID}`, one.Operation]),
      ),
    ]),
    section('What is not included', [
      table(
        ['What', 'Why'],
        data.Withheld.map((one) => [one.What, one.Reason]),
      ),
    ]),
  ];
}

function account(account: PersonalData['Account']): Html[] {
  const site = ({ ID, Name }: ConnectedSite['Client']) => (Name === null ? ID : `${Name} (${ID})`);
  const sites = (all: ConnectedSite[]) =>
    table(
      ['Connected site', 'Allowed', 'Since', 'Last used'],
      all.map((one) => [site(one.Client), one.Scope, one.GivenAt, one.LastUsedAt ?? '']),
    );
  return [
    facts({
      Password: account.HasPassword ? `set, account last changed ${account.UpdatedAt}` : 'none',
      'Asked whether they want a passkey': account.PasskeyOfferedAt,
      'Last sign-in': account.SignedInAt,
      'Confirmed email address': account.ProvenEmail?.Email,
      'Confirmed at': account.ProvenEmail?.At,
      'Asked for erasure': account.ErasureRequestedAt,
    }),
    table(
      ['Passkey', 'Transports', 'Uses', 'Added', 'Last used', 'Stopped'],
      account.Passkeys.map((one) => [
        one.Name,
        one.Transports.join(', '),
        String(one.Uses),
        one.CreatedAt,
        one.LastUsedAt ?? '',
        one.RefusedAt ?? '',
      ]),
    ),
    sites(account.ConnectedSites),
    table(
      ['Signed in', 'With', 'Browser', 'Ends'],
      account.Sessions.map((one) => [one.CreatedAt, signedInBy(one.SignedInBy), one.Browser, one.ExpiresAt]),
    ),
    table(
      ['Site with access', 'Allowed', 'From', 'Until', 'Ended early'],
      account.Tokens.map((one) => [
        site(one.Client),
        one.Scope,
        one.IssuedAt,
        one.ExpiresAt,
        one.RevokedAt ?? '',
      ]),
    ),
    table(
      ['Long-term access of a site', 'Allowed', 'From', 'Last used', 'Until', 'Ended early'],
      account.LastingAccess.map((one) => [
        site(one.Client),
        one.Scope,
        one.IssuedAt,
        one.LastUsedAt,
        one.ExpiresAt,
        one.RevokedAt ?? '',
      ]),
    ),
    table(
      ['Sign-in to a site', 'Allowed', 'Address', 'From', 'Until', 'Used'],
      account.Codes.map((one) => [
        site(one.Client),
        one.Scope,
        one.RedirectURI ?? '',
        one.IssuedAt,
        one.ExpiresAt,
        one.UsedAt ?? '',
      ]),
    ),
    table(
      ['Code or link by email', 'Address', 'New address', 'From', 'Until', 'Used', 'Wrong attempts'],
      account.EmailedCodes.map((one) => [
        one.Purpose,
        one.Email,
        one.NewEmail ?? '',
        one.CreatedAt,
        one.ExpiresAt,
        one.UsedAt ?? '',
        String(one.Attempts),
      ]),
    ),
    table(
      ['Sign-in in progress', 'From', 'Started', 'Ends'],
      account.PendingSignIns.map((one) => [
        one.Client === null ? 'our own pages' : site(one.Client),
        one.Source,
        one.CreatedAt,
        one.ExpiresAt,
      ]),
    ),
  ];
}

function signedInBy(method: SignInMethod | null): string {
  if (method === null) return 'not known';
  return { pwd: 'password', otp: 'code sent by email', pop: 'passkey' }[method];
}

function history(rows: HistoryRow[]): Html {
  return table(
    ['Date', 'By', 'Record', 'Change', 'Values'],
    rows.map((row) => [
      row.At,
      author(row.By) + (row.Reason === null ? '' : ` (${row.Reason})`),
      `${row.Record.Kind} ${row.Record.ID}`,
      row.Operation,
      Object.entries(row.Changes ?? {})
        .map(([field, change]) =>
          row.Operation === 'updated' && Array.isArray(change)
            ? `${field}: ${toText(change[0])} → ${toText(change[1])}`
            : `${field}: ${toText(change)}`,
        )
        .join('\n'),
    ]),
  );
}

function sources(all: Source[]): Html {
  const rows = all.map(({ Fields, At, By }) => [
    Fields === null ? 'All other fields' : Fields.join(', '),
    By === null ? 'unknown: before the first recorded change' : author(By),
    At ?? '',
  ]);
  return `<h3>Where this comes from</h3>${table(['Fields', 'Source', 'Date'], rows)}`;
}

const authorWords: Record<Author['Kind'], string> = {
  self: 'the person',
  person: 'person',
  office: 'the office',
  command: 'command',
  client: 'site or app',
  import: 'import',
  clock: 'an automatic process',
};

function author({ Kind, ID, Name }: Author): string {
  if (Kind === 'self' || Kind === 'office' || Kind === 'clock') return authorWords[Kind];
  return [authorWords[Kind], ID, Name].filter((part) => part !== null).join(' ');
}

function externalIds(ids: PersonalData['Person']['ExternalIDs']): string[] {
  return ids.map(({ System, ID }) => `${System}: ${ID}`);
}

const style = `:root{color-scheme:light}
body{margin:0;background:#fff;color:#1a1a1a;font:16px/1.5 system-ui,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.7rem;line-height:1.2}
h2{margin:2.25rem 0 .5rem;font-size:1.3rem;border-bottom:2px solid #444}
h3{margin:1.25rem 0 .5rem;font-size:1.05rem}
table{border-collapse:collapse;width:100%;margin:0 0 1rem;font-size:.94rem}
th,td{border:1px solid #bbb;padding:.3rem .5rem;text-align:left;vertical-align:top;white-space:pre-line}
th{background:#f1f1f1}
tbody th{width:14rem;font-weight:600}
.none{color:#555}
@media print{main{max-width:none;padding:0}h2,h3{break-after:avoid}tr{break-inside:avoid}}`;

/** HTML in which every value is escaped. */
type Html = string;

function section(title: string, parts: readonly Html[]): Html {
  const content = parts.filter((part) => part !== '').join('\n');
  return `<section>\n<h2>${escapeHtml(title)}</h2>\n${content || none}\n</section>`;
}

const none = '<p class="none">Nothing is stored.</p>';

/** Returns an empty text if there are no rows. */
function table(headers: readonly string[], rows: readonly (readonly string[])[]): Html {
  if (rows.length === 0) return '';
  const head = headers.map((header) => `<th scope="col">${escapeHtml(header)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`);
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
}

/**
 * A table with a row for each value that is not empty. Each row has the name of the field in the JSON. Returns an empty
 * text if there are no values.
 */
function facts(values: object): Html {
  const rows = flatten(values);
  if (rows.length === 0) return '';
  const lines = rows.map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
}

function list(items: readonly string[]): Html {
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

/** A list has one line for each element. The fields of an object are on one line, separated by semicolons. */
function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.map(toText).join('\n');
  return flatten(value)
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ');
}

function flatten(values: object, prefix = ''): [string, string][] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    if (typeof value === 'object' && !Array.isArray(value)) return flatten(value, `${prefix}${name}.`);
    return [[prefix + name, toText(value)]];
  });
}
