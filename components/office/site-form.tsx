'use client';

import { useActionState, type ReactNode } from 'react';
import { committeeText, purposeText, siteFieldText, sitesText } from '@/lib/messages/office-sites';
import { allPurposes, type SiteFormState } from '@/lib/office-pages/site-form';
import { typedList } from '@/lib/office-pages/typed-list';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Tick } from '../ui/tick';
import { TextArea } from '../ui/text-area';
import { RecentSignIn } from './recent-sign-in';
import { RefusalNotice } from './refusal-notice';
import { SiteConnection, SiteSecret } from './site-secret';
import { FocusedNotice } from './focused-notice';

type Named = readonly { ID: string; Name: string }[];

interface Props {
  action: (state: SiteFormState, form: FormData) => Promise<SiteFormState>;
  start: SiteFormState;
  path: string;
  /** '': the client is new. */
  client: string;
  types: Named;
  chapters: Named;
  issuer: string;
  /** The ID of the chosen software. null: none was chosen. */
  software: string | null;
  /** The page's address, if the person must sign in again before saving. null: the last sign-in is recent. */
  signInPath: string | null;
  /** Shown above the form, until a new site is connected. */
  children?: ReactNode;
}

export function SiteForm(props: Props) {
  const { action, start, path, client, types, chapters, issuer, software, signInPath, children } = props;
  const [state, send, isSending] = useActionState(action, start, path);
  if (state.made !== null) {
    const { id, secret } = state.made;
    return (
      <FocusedNotice turn={state.turn}>
        <div className="grid gap-6">
          <SiteSecret secret={secret} />
          <SiteConnection
            connection={{ issuer, clientId: id, secret, redirectUris: typedList(state.values.redirects) }}
            chosen={software}
          />
        </div>
      </FocusedNotice>
    );
  }
  const { values } = state;
  return (
    <div className="grid gap-5">
      {children}
      <FocusedNotice turn={state.turn}>
        {state.refusal === null && signInPath !== null && <RecentSignIn path={signInPath} />}
        <RefusalNotice refusal={state.refusal} />
      </FocusedNotice>
      <form
        key={state.turn}
        action={send}
        noValidate
        className="grid gap-5 rounded-xl border border-line bg-surface p-4 sm:p-5"
      >
        <input type="hidden" name="client" value={client} />
        <Text name="name" value={values.name} />
        <Group legend={siteFieldText.purposes[0]}>
          {allPurposes.map((purpose) => (
            <Tick key={purpose} name="purpose" value={purpose} isTicked={values.purposes.includes(purpose)}>
              {purposeText[purpose]}
            </Tick>
          ))}
        </Group>
        <Lines name="redirects" value={values.redirects} />
        <Lines name="postLogout" value={values.postLogout} />
        <Lines name="postLogoutPrefixes" value={values.postLogoutPrefixes} />
        <Text name="home" value={values.home} />
        <Text name="logout" value={values.logout} />
        <div className="grid gap-1">
          <Tick name="firstParty" value="yes" isTicked={values.firstParty}>
            {siteFieldText.firstParty[0]}
          </Tick>
          {client === '' && (
            <Tick name="public" value="yes" isTicked={values.public}>
              {siteFieldText.public[0]}
            </Tick>
          )}
          <Tick name="pkce" value="yes" isTicked={values.pkce}>
            {siteFieldText.pkce[0]}
          </Tick>
          <Tick name="idTokenClaims" value="yes" isTicked={values.idTokenClaims}>
            {siteFieldText.idTokenClaims[0]}
          </Tick>
          {values.omitIss !== null && (
            <>
              <input type="hidden" name="mayOmitIss" value="yes" />
              <Tick name="omitIss" value="yes" isTicked={values.omitIss}>
                {siteFieldText.omitIss[0]}
              </Tick>
            </>
          )}
          <Tick name="legacy" value="yes" isTicked={values.legacy}>
            {siteFieldText.legacy[0]}
          </Tick>
        </div>
        <h2 className="text-lg font-semibold">{siteFieldText.rules[0]}</h2>
        <Tick name="validOnly" value="yes" isTicked={values.validOnly}>
          {siteFieldText.validOnly[0]}
        </Tick>
        <Choices name="types" options={types} chosen={values.types} />
        <Choices name="chapters" options={chapters} chosen={values.chapters} />
        <Choices
          name="committees"
          options={[
            { ID: 'any', Name: committeeText.any },
            { ID: 'own', Name: committeeText.own },
            ...chapters,
          ]}
          chosen={values.committees}
        />
        <Lines name="states" value={values.states} />
        <p>
          <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
            {client === '' ? sitesText.create : sitesText.save}
          </button>
        </p>
      </form>
    </div>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="font-medium">{legend}</legend>
      {children}
    </fieldset>
  );
}

interface ChoicesProps {
  name: 'types' | 'chapters' | 'committees';
  options: Named;
  chosen: readonly string[];
}

function Choices({ name, options, chosen }: ChoicesProps) {
  if (options.length === 0) return null;
  return (
    <details open={chosen.length > 0}>
      <summary className="min-h-8 cursor-pointer py-1 font-medium">{siteFieldText[name][0]}</summary>
      <Group legend={siteFieldText[name][0]}>
        {options.map(({ ID, Name }) => (
          <Tick key={ID} name={name} value={ID} isTicked={chosen.includes(ID)}>
            {Name}
          </Tick>
        ))}
      </Group>
    </details>
  );
}

interface FieldProps {
  name: 'name' | 'redirects' | 'postLogout' | 'postLogoutPrefixes' | 'home' | 'logout' | 'states';
  value: string;
}

function Text({ name, value }: FieldProps) {
  return (
    <Labelled name={name}>
      <input
        id={`site-${name}`}
        name={name}
        defaultValue={value}
        autoComplete="off"
        aria-describedby={`site-${name}-hint`}
        className={fieldStyle}
      />
    </Labelled>
  );
}

function Lines({ name, value }: FieldProps) {
  return (
    <Labelled name={name}>
      <TextArea
        id={`site-${name}`}
        name={name}
        defaultValue={value}
        rows={2}
        spellCheck={false}
        aria-describedby={`site-${name}-hint`}
      />
    </Labelled>
  );
}

function Labelled({ name, children }: { name: FieldProps['name']; children: ReactNode }) {
  const [label, hint] = siteFieldText[name];
  return (
    <div className="grid gap-1">
      <label htmlFor={`site-${name}`} className="font-medium">
        {label}
      </label>
      <p id={`site-${name}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
      {children}
    </div>
  );
}
