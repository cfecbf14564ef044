'use client';

import { useActionState, useEffect, useRef, useState, type FormEvent } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import type { PictureJson } from '@/lib/contract/fields/picture';
import {
  acceptedPictures,
  maxPictureDescription,
  maxUploadedPictureBytes,
} from '@/lib/contract/picture-files';
import { pictureText } from '@/lib/messages/picture';
import { say } from '@/lib/messages/say';
import type { PictureFormState } from '@/lib/office-pages/picture-form';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { FocusedNotice } from './focused-notice';
import { RefusalNotice } from './refusal-notice';
import { sendInPlace } from './send-in-place';

interface Props {
  action: (previous: PictureFormState, form: FormData) => Promise<PictureFormState>;
  start: PictureFormState;
  /** The ID of the membership. */
  id: string;
  /** The picture that is shown or proposed. null: there is none. */
  picture: PictureJson | null;
  /** A logo is shown whole, with any proportions. A person's picture is a square. */
  isLogo: boolean;
  path: string;
  cancelPath: string;
}

const megabytes = maxUploadedPictureBytes / 1024 / 1024;
/** Enough for a choice on any screen. */
const shownPixels = 1200;

export function PictureForm({ action, start, id, picture, isLogo, path, cancelPath }: Props) {
  const [state, send, isSending] = useActionState(action, start, path);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [isWrong, setIsWrong] = useState(false);
  const choose = async (file: File | undefined) => {
    const isAccepted = file !== undefined && file.size <= maxUploadedPictureBytes;
    const drawn = isAccepted ? await drawSmall(file) : null;
    setCanvas(drawn);
    setIsWrong(file !== undefined && drawn === null);
    setCrop(drawn === null ? undefined : startCrop(drawn, isLogo));
  };
  return (
    <form
      action={send}
      onSubmit={isWrong ? stay : sendInPlace(send)}
      className="grid max-w-xl gap-4"
      data-edits
    >
      <FocusedNotice turn={state.turn}>
        <RefusalNotice refusal={state.refusal} />
      </FocusedNotice>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="picture" value={picture?.ID ?? ''} />
      <div className="grid gap-1">
        <label htmlFor="picture-file" className="font-medium">
          {pictureText.file}
        </label>
        <p id="picture-file-hint" className="text-sm text-ink-soft">
          {say(pictureText.fileHint, { megabytes })}
          {picture !== null && ` ${pictureText.replaceHint}`}
        </p>
        <input
          id="picture-file"
          name="file"
          type="file"
          accept={acceptedPictures}
          aria-describedby="picture-file-hint"
          onChange={({ currentTarget: { files } }) => void choose(files?.[0])}
          className="min-h-11 w-full rounded-lg border border-line-strong bg-surface px-3 py-2 text-ink file:mr-3 file:rounded file:border file:border-line-strong file:bg-surface file:px-3 file:font-medium file:text-ink"
        />
      </div>
      {isWrong && <Notice role="alert">{say(pictureText.wrongFile, { megabytes })}</Notice>}
      {canvas === null ? (
        !isLogo && (
          <noscript>
            <p className="text-sm text-ink-soft">{pictureText.middle}</p>
          </noscript>
        )
      ) : (
        <fieldset className="grid gap-1">
          <legend className="font-medium">{pictureText.crop}</legend>
          <p className="text-sm text-ink-soft">{pictureText.cropHint}</p>
          <ReactCrop
            crop={crop}
            onChange={(_, percent) => setCrop(percent)}
            aspect={isLogo ? undefined : 1}
            minWidth={24}
            minHeight={24}
            keepSelection
            ariaLabels={labels}
            className="mx-3 my-4 max-w-full justify-self-start"
          >
            <Drawn canvas={canvas} />
          </ReactCrop>
          <input type="hidden" name="crop" value={crop === undefined ? '' : toText(crop)} />
        </fieldset>
      )}
      <div className="grid gap-1">
        <label htmlFor="picture-description" className="font-medium">
          {pictureText.description}
        </label>
        <p id="picture-description-hint" className="text-sm text-ink-soft">
          {say(pictureText.descriptionHint, { max: maxPictureDescription })}
        </p>
        <input
          key={state.turn}
          id="picture-description"
          name="description"
          defaultValue={state.turn === 0 ? (picture?.Description ?? '') : state.description}
          aria-describedby="picture-description-hint"
          autoComplete="off"
          className={fieldStyle}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="submit"
          name="intent"
          value="save"
          aria-disabled={isSending}
          className={buttonStyle('main')}
        >
          {pictureText.save}
        </button>
        {picture !== null && (
          <button type="submit" name="intent" value="remove" className={buttonStyle('quiet')}>
            {pictureText.remove}
          </button>
        )}
        <a href={cancelPath} className="inline-flex min-h-11 items-center text-accent underline">
          {pictureText.cancel}
        </a>
      </div>
    </form>
  );
}

/** The notice beside the file says what to do. The server would refuse the file, so it is not sent. */
function stay(event: FormEvent<HTMLFormElement>): void {
  event.preventDefault();
  document.getElementById('picture-file')?.focus();
}

const labels = {
  cropArea: pictureText.frame,
  nwDragHandle: pictureText.corner,
  nDragHandle: pictureText.corner,
  neDragHandle: pictureText.corner,
  eDragHandle: pictureText.corner,
  seDragHandle: pictureText.corner,
  sDragHandle: pictureText.corner,
  swDragHandle: pictureText.corner,
  wDragHandle: pictureText.corner,
};

/** A canvas and not an image, because the content security policy allows no `blob:` addresses. */
function Drawn({ canvas }: { canvas: HTMLCanvasElement }) {
  const shown = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    shown.current?.getContext('2d')?.drawImage(canvas, 0, 0);
  }, [canvas]);
  return (
    <canvas ref={shown} width={canvas.width} height={canvas.height} className="block max-h-80 max-w-full" />
  );
}

/** The picture as the camera held it, at a lower resolution. null: the browser cannot read the file. */
async function drawSmall(file: File): Promise<HTMLCanvasElement | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const scale = Math.min(1, shownPixels / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

function startCrop({ width, height }: HTMLCanvasElement, isLogo: boolean): PercentCrop {
  if (isLogo) return { unit: '%', x: 0, y: 0, width: 100, height: 100 };
  const side = width > height ? ({ unit: '%', height: 100 } as const) : ({ unit: '%', width: 100 } as const);
  return centerCrop(makeAspectCrop(side, 1, width, height), width, height);
}

function toText({ x, y, width, height }: PercentCrop): string {
  return [x, y, width, height].map((part) => Math.max(0, part).toFixed(3)).join(',');
}
