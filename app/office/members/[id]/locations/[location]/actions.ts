'use server';

import { redirect } from 'next/navigation';
import { chapterhouse } from '@/lib/chapterhouse';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { donePath } from '@/lib/office-pages/member-sections';
import { sendLocation, type LocationFormState } from '@/lib/office-pages/save-location';

export async function sendLocationForm(
  previous: LocationFormState,
  form: FormData,
): Promise<LocationFormState> {
  const office = await officeOfForm();
  const outcome = await sendLocation(office, chapterhouse().places, { form, turn: previous.turn });
  if (outcome.kind === 'shown') return outcome.state;
  const done = outcome.kind === 'saved' ? 'location-saved' : 'location-removed';
  redirect(donePath(outcome.id, done));
}
