import type { Context } from 'hono';
import {
  audienceInputs,
  choicesOf,
  chosenIn,
  messagesField,
  offeredAudiences,
  type Audience,
  readAudiences,
  toDirectory,
} from '@/lib/contract/audiences';
import { locationPrecisionSchema } from '@/lib/contract/words';
import { audienceText, precisionText, preferencesText } from '@/lib/messages/preferences';
import { say, sayAround } from '@/lib/messages/say';
import { findOwnMembers, savePreferences, type Preferences } from '@/lib/sign-in/accounts/preferences';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';
import type { LocationRecord, MemberRecord } from '@/lib/store/schema/records';
import { NamedSession } from './changed-session';
import { Csrf } from './form-parts';
import { renderPage } from './frame';
import { findBranding } from './branding';
import { findOwnForm } from './own-form';
import { findVisitor, startSignIn } from './visitor';

export async function showPreferences(services: OAuthServices, context: Context) {
  const visitor = await findVisitor(services, context, 'preferences');
  const { session, csrf } = visitor;
  if (session === null) return context.redirect(await startSignIn(services, context, visitor), 303);
  const members = await findOwnMembers(services.store, session);
  const organisation = await findBranding(services.store, session.organisationId);
  return renderPage(
    context,
    { title: preferencesText.title, organisation, isWide: true, isOutsideFlow: true },
    <>
      {context.req.query('saved') === '1' && <SavedNotice />}
      {members.length === 0 ? (
        <p>{preferencesText.noMembership}</p>
      ) : (
        <form method="post" action={visitor.path}>
          <Csrf token={csrf} />
          <NamedSession csrf={csrf} session={session} />
          {members.map((record) => (
            <MemberChoices
              key={record.membership.id}
              record={record}
              carriesMessages={services.carriesMessages}
              hasMembersDirectory={organisation?.hasMembersDirectory === true}
            />
          ))}
          <button>{preferencesText.save}</button>
        </form>
      )}
      <p className="links">
        <a href="/account">{preferencesText.back}</a>
      </p>
    </>,
  );
}

/** Saves the preferences for the memberships of the member whom the page named. */
export async function submitPreferences(services: OAuthServices, context: Context) {
  const sent = await findOwnForm(services, context, 'preferences');
  if (sent instanceof Response) return sent;
  const { visitor, form } = sent;
  const { session, path } = visitor;
  const members = await findOwnMembers(services.store, session);
  await savePreferences(services, session, readPreferences(form, members));
  return context.redirect(`${path}?saved=1`, 303);
}

const SavedNotice = () => {
  const { before, within, after } = sayAround(preferencesText.saved);
  return (
    <p className="notice" role="status">
      {before}
      <a href="/account/public-entry">{within}</a>
      {after}
    </p>
  );
};

interface ChoicesProps {
  record: MemberRecord;
  carriesMessages: boolean;
  hasMembersDirectory: boolean;
}

const MemberChoices = ({ record, carriesMessages, hasMembersDirectory }: ChoicesProps) => {
  const { person, membership } = record;
  const { id, kind, isListed, isMembersListed, show, showMembers } = membership;
  const chosen = chosenIn(
    { Listed: isListed, MembersListed: isMembersListed, Show: show, ShowMembers: showMembers },
    kind,
  );
  return (
    <fieldset>
      <legend>{legend(record)}</legend>
      <AudienceField
        name={audienceInputs.entry(id)}
        label={preferencesText.entry}
        {...{ chosen: chosen.entry, hasMembersDirectory }}
      />
      {hasMembersDirectory && <p className="hint">{preferencesText.members}</p>}
      <h2>{preferencesText.show}</h2>
      {choicesOf(kind).map(({ label, fields: [field] }) => (
        <AudienceField
          key={label}
          name={audienceInputs.field(id, field)}
          label={label}
          {...{ chosen: chosen.of(field), hasMembersDirectory }}
        />
      ))}
      {membership.locations.map((location) => (
        <PlaceChoice key={location.id} name={precisionName(id, location.id)} location={location} />
      ))}
      <h2>{preferencesText.messages}</h2>
      <Tick
        name={audienceInputs.field(id, messagesField)}
        isOn={chosen.takesMessages}
        label={preferencesText.takesMessages}
        hint={messagesHint(person.email, carriesMessages)}
      />
    </fieldset>
  );
};

interface AudienceProps {
  name: string;
  label: string;
  chosen: Audience;
  hasMembersDirectory: boolean;
}

const AudienceField = ({ name, label, chosen, hasMembersDirectory }: AudienceProps) => (
  <div className="field choice">
    <label htmlFor={name}>{label}</label>
    <select id={name} name={name} defaultValue={chosen}>
      {offeredAudiences(hasMembersDirectory, chosen).map((audience) => (
        <option key={audience} value={audience}>
          {audienceText[audience]}
        </option>
      ))}
    </select>
  </div>
);

function legend({ person, membership }: MemberRecord): string {
  const own = `${person.firstName} ${person.lastName}`.trim();
  const name = membership.kind === 'corporate' ? person.organisation || own : own || person.organisation;
  const number = membership.membershipNumber;
  return number === '' ? name : say(preferencesText.membership, { name, number });
}

/** Only the member sees this text, so it may contain their email address. */
function messagesHint(email: string, carriesMessages: boolean): string {
  if (!carriesMessages) return preferencesText.noMail;
  return email === '' ? preferencesText.noEmail : say(preferencesText.messagesHint, { email });
}

const Tick = ({ name, isOn, label, hint }: { name: string; isOn: boolean; label: string; hint: string }) => (
  <>
    <div className="check">
      <input type="checkbox" id={name} name={name} defaultChecked={isOn} aria-describedby={`${name}-hint`} />
      <label htmlFor={name}>{label}</label>
    </div>
    <p className="hint" id={`${name}-hint`}>
      {hint}
    </p>
  </>
);

const PlaceChoice = ({ name, location }: { name: string; location: LocationRecord }) => (
  <div className="field">
    <label htmlFor={name}>
      {say(preferencesText.precision, { place: location.name || location.address || preferencesText.place })}
    </label>
    <p className="hint" id={`${name}-hint`}>
      {say(location.name === '' ? preferencesText.precisionHint : preferencesText.precisionHintNamed, {
        name: location.name,
      })}
    </p>
    <select id={name} name={name} defaultValue={location.precision} aria-describedby={`${name}-hint`}>
      {locationPrecisionSchema.options.map((precision) => (
        <option key={precision} value={precision}>
          {precisionText[precision]}
        </option>
      ))}
    </select>
  </div>
);

/** The name of the form field for the precision of a location. */
function precisionName(membershipId: number, locationId: number): string {
  return `precision-${membershipId}-${locationId}`;
}

/** Reads the choices for these members. If the precision of a location is missing, the precision is not changed. */
function readPreferences(form: URLSearchParams, members: readonly MemberRecord[]): Preferences[] {
  return members.map(({ membership }) => ({
    membershipId: membership.id,
    directory: toDirectory(readAudiences(form, membership.id), membership.kind),
    precisions: new Map(
      membership.locations.flatMap(({ id }) => {
        const chosen = locationPrecisionSchema.safeParse(form.get(precisionName(membership.id, id)));
        return chosen.success ? [[id, chosen.data] as const] : [];
      }),
    ),
  }));
}
