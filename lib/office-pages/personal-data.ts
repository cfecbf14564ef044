import { z } from 'zod';
import type { Chapterhouse } from '@/lib/chapterhouse';
import type { KeptForm } from './kept-form';
import { membersPath } from './members-view';
import { readFileForm, sendFile } from './send-file';
import type { FormRefusal } from './send-form';

export interface ErasureState {
  turn: number;
  reason: string;
  newContact: string;
  withCompany: boolean;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export const noErasure: ErasureState = {
  turn: 0,
  reason: '',
  newContact: '',
  withCompany: false,
  refusal: null,
  kept: null,
};

/** The effects that an erasure has or would have. */
export const erasureSchema = z.object({
  Memberships: z.array(z.string()),
  /** Companies that get another contact. */
  Kept: z.array(z.string()),
  /** Memberships that lose their company. */
  Detached: z.array(z.string()),
  /** false: the database files may still contain deleted data. */
  Complete: z.boolean(),
});

export function personalDataPath(id: string): string {
  return `${membersPath}/${encodeURIComponent(id)}/personal-data`;
}

/** If the file cannot be made, the page with the form is shown again and says why. */
export async function exportPerson(app: Chapterhouse, request: Request, id: string): Promise<Response> {
  const format = (await readFileForm(app, request)).get('format');
  const isKnown = format === 'json' || format === 'html';
  return sendFile(app, request, {
    page: personalDataPath(id),
    path: isKnown ? `members/${encodeURIComponent(id)}/personal-data?Format=${format}` : null,
    fileName: `person.${format}`,
  });
}
