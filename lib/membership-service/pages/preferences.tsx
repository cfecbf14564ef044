/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import type { LocationPrecision } from '@/lib/membership-api/resources';
import { findOwnMembers, savePreferences, shownFields } from '../accounts/preferences';
import { findSession, type Session } from '../accounts/sessions';
import type { OAuthOptions } from '../oauth/options';
import { parseOrganisation } from '../oauth/organisation-id';
import { startRequest } from '../oauth/pending-requests';
import type { LocationRecord, MemberRecord } from '../store/records';
import { readCookie, visitOf } from './cookies';
import { Csrf } from './form-parts';
import { renderPage } from './frame';
import { findOrganisationLook } from './organisation-look';
import { choices, messagesChoice, names, readPreferences } from './preferences-form';
import { PageProblem } from './problem';
import { pagePath } from './proceed';
import { countStart } from './sign-in-limits';
import { csrfToken, requireForm } from './visit';

/** The page on which members choose what the world sees of them. Asks to sign in first. */
export async function showPreferences(options: OAuthOptions, context: Context) {
  const member = await findMember(options, context);
  if ('signIn' in member) return context.redirect(member.signIn, 303);
  const members = await findOwnMembers(options.store, member.session);
  const organisation = await findOrganisationLook(options.store, member.session.organisationId);
  return renderPage(
    context,
    { title: 'What the world sees of me', organisation, isWide: true },
    <>
      {context.req.query('saved') === '1' && (
        <p class="notice" role="status">
          Your choices are saved. The directory follows within a minute.{' '}
          <a href="/account/public-entry">See your entry</a>
        </p>
      )}
      {members.length === 0 ? (
        <p>You have no membership here, so nothing of you is in the directory.</p>
      ) : (
        <form method="post" action={preferencesPath(member.session.organisationId)}>
          <Csrf token={member.csrf} />
          {members.map((record) => (
            <MemberChoices record={record} carriesMessages={options.carriesMessages} />
          ))}
          <button>Save</button>
        </form>
      )}
      <p class="links">
        <a href="/account">Back to your account</a>
      </p>
    </>,
  );
}

/** Saves the choices for the member's own memberships. */
export async function submitPreferences(options: OAuthOptions, context: Context) {
  const member = await findMember(options, context);
  if ('signIn' in member) return context.redirect(member.signIn, 303);
  const form = await requireForm(options, context, member.csrf);
  const members = await findOwnMembers(options.store, member.session);
  await savePreferences(options, member.session, readPreferences(form, members));
  return context.redirect(`${preferencesPath(member.session.organisationId)}?saved=1`, 303);
}

async function findMember(
  options: OAuthOptions,
  context: Context,
): Promise<{ session: Session; csrf: string } | { signIn: string }> {
  const { store, clock, baseUrl } = options;
  const organisationId = parseOrganisation(context.req.param('organisation') ?? '');
  if (organisationId === null) throw new PageProblem(404, 'not there');
  const secret = readCookie(context, baseUrl, 'session');
  const session = await findSession(store, secret, clock());
  if (secret !== null && session?.organisationId === organisationId) {
    return { session, csrf: csrfToken(secret, 'preferences') };
  }
  await countStart(options, context);
  const visit = visitOf(context, baseUrl);
  const purpose = { clientId: null, path: preferencesPath(organisationId) };
  const handle = await startRequest(store, { organisationId, visit, purpose }, clock());
  return { signIn: pagePath({ organisationId, handle }, 'sign-in') };
}

function preferencesPath(organisationId: number): string {
  return `/auth/organisation/${organisationId}/preferences`;
}

const MemberChoices = ({ record, carriesMessages }: { record: MemberRecord; carriesMessages: boolean }) => {
  const { person, membership } = record;
  const shown = shownFields(record);
  const name = `${person.firstName} ${person.lastName}`.trim();
  return (
    <fieldset>
      <legend>
        {membership.kind === 'corporate' ? person.organisation || name : name || person.organisation}
        {membership.membershipNumber !== '' && `, membership ${membership.membershipNumber}`}
      </legend>
      <Tick
        name={names.listed(membership.id)}
        value="on"
        isOn={membership.isListed}
        label="List me in the directory"
      />
      <h2>When I am listed, show</h2>
      {choices
        .filter((choice) => choice.kinds.includes(membership.kind))
        .map(({ label, fields }) => (
          <Tick
            name={names.show(membership.id)}
            value={fields[0] ?? ''}
            isOn={fields.some((field) => shown.has(field))}
            label={label}
          />
        ))}
      {membership.locations.map((location) => (
        <PlaceChoice name={names.precision(membership.id, location.id)} location={location} />
      ))}
      <h2>Messages</h2>
      <Tick
        name={names.show(membership.id)}
        value="Messages"
        isOn={shown.has('Messages')}
        label={messagesChoice.label}
        hint={messagesHint(person.email, carriesMessages)}
      />
    </fieldset>
  );
};

/** What the tick does here and now, for the member themselves: it may name their address. */
function messagesHint(email: string, carriesMessages: boolean): string {
  if (!carriesMessages)
    return 'This site cannot send mail yet; until it can, nobody is offered to write to you.';
  if (email === '')
    return 'The association has no e-mail address of yours, so nobody is offered to write to you.';
  return `Your profile then has a form. What people write comes to ${email}. The form does not show that address; your answer would.`;
}

interface TickProps {
  name: string;
  value: string;
  isOn: boolean;
  label: string;
  hint?: string;
}

const Tick = ({ name, value, isOn, label, hint }: TickProps) => {
  const id = `${name}-${value}`;
  return (
    <>
      <div class="check">
        <input
          type="checkbox"
          id={id}
          name={name}
          value={value}
          checked={isOn}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
};

const precisionTexts: [LocationPrecision, string][] = [
  ['exact', 'The exact place'],
  ['suburb', 'The suburb only'],
  ['postcode', 'The postcode only'],
  ['state', 'The state only'],
];

const PlaceChoice = ({ name, location }: { name: string; location: LocationRecord }) => (
  <div class="field">
    <label htmlFor={name}>{location.name || location.address || 'A place'}: how exactly it is shown</label>
    <p class="hint" id={`${name}-hint`}>
      Anything but the exact place is shown as an area, and the street address stays hidden, from other sites
      too.
      {location.name !== '' &&
        ` Its name, “${location.name}”, is always shown, even where it tells the place.`}
    </p>
    <select id={name} name={name} aria-describedby={`${name}-hint`}>
      {precisionTexts.map(([precision, text]) => (
        <option value={precision} selected={precision === location.precision}>
          {text}
        </option>
      ))}
    </select>
  </div>
);
