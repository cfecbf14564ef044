'use client';

import { useActionState } from 'react';
import { fonts } from '@/lib/base/fonts';
import { appearanceFieldText, appearanceText, fontText, pictureText } from '@/lib/messages/office-appearance';
import type { AppearanceFormState } from '@/lib/office-pages/appearance-form';
import { surfaceStyle } from '@/lib/base/palette';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Tick } from '../ui/tick';
import { TextArea } from '../ui/text-area';
import { FocusedNotice } from './focused-notice';
import { RefusalNotice } from './refusal-notice';
import { sendInPlace } from './send-in-place';

interface Props {
  action: (previous: AppearanceFormState, form: FormData) => Promise<AppearanceFormState>;
  start: AppearanceFormState;
  path: string;
  organisationId: number;
}

export function AppearanceForm({ action, start, path, organisationId }: Props) {
  const [state, send, isSending] = useActionState(action, start, path);
  return (
    <form action={send} onSubmit={sendInPlace(send)} noValidate className="grid gap-6">
      <FocusedNotice turn={state.turn}>
        <RefusalNotice refusal={state.refusal} />
      </FocusedNotice>
      <fieldset className="grid gap-4 rounded-xl border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5">
        <legend className="px-1 text-lg font-semibold">{appearanceText.pictures}</legend>
        <p id="picture-hint" className="text-sm text-ink-soft sm:col-span-2">
          {appearanceText.pictureHint}
        </p>
        {Object.entries(pictureText).map(([name, label]) => (
          <PictureField
            key={name}
            name={name}
            label={label}
            value={state.values[name as keyof typeof pictureText]}
            organisationId={organisationId}
          />
        ))}
      </fieldset>
      <fieldset className="grid gap-4 rounded-xl border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5">
        <legend className="px-1 text-lg font-semibold">{appearanceText.texts}</legend>
        {Object.entries(appearanceFieldText).map(([name, [label, hint]]) => (
          <TextField
            key={name}
            name={name}
            label={label}
            hint={hint}
            value={state.values[name as keyof typeof appearanceFieldText]}
          />
        ))}
      </fieldset>
      <p>
        <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
          {appearanceText.preview}
        </button>
      </p>
    </form>
  );
}

interface PictureProps {
  name: string;
  label: string;
  /** The name of the picture. '': there is no picture. */
  value: string;
  organisationId: number;
}

function PictureField({ name, label, value, organisationId }: PictureProps) {
  const id = `picture-${name}`;
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        name={`file.${name}`}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        aria-describedby="picture-hint"
        className="min-h-11 w-full rounded-lg border border-line-strong bg-surface px-3 py-2 text-ink file:mr-3 file:rounded file:border file:border-line-strong file:bg-surface file:px-3 file:font-medium file:text-ink"
      />
      <input type="hidden" name={name} value={value} />
      {value !== '' && (
        <>
          <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
            {appearanceText.current}
            <img
              src={`/pictures/${organisationId}/${value}`}
              alt={label}
              className={`h-12 max-w-full rounded object-contain p-1 ${surfaceStyle[name === 'DarkLogo' ? 'dark' : 'light']}`}
            />
          </p>
          <Tick name={`remove.${name}`} value="true" isTicked={false}>
            {appearanceText.removePicture}
          </Tick>
        </>
      )}
    </div>
  );
}

function TextField({
  name,
  label,
  hint,
  value,
}: {
  name: string;
  label: string;
  hint: string | undefined;
  value: string;
}) {
  const id = `appearance-${name}`;
  const isLong = name === 'Introduction' || name === 'FooterLinks';
  const shared = {
    id,
    name,
    defaultValue: value,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
  };
  return (
    <div className={`grid content-start gap-1 ${isLong ? 'sm:col-span-2' : ''}`}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {name === 'Font' ? (
        <select {...shared} className={fieldStyle}>
          {fonts.map((font) => (
            <option key={font} value={font}>
              {fontText[font]}
            </option>
          ))}
        </select>
      ) : isLong ? (
        <TextArea {...shared} rows={5} />
      ) : (
        <input {...shared} type="text" autoComplete="off" className={fieldStyle} />
      )}
    </div>
  );
}
