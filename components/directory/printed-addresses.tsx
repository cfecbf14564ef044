import type { PublicEntry } from '@/lib/directory/model/entry';
import { placeOf } from './hit-place';

/** Shown only in print, because paper has no link to the profile. */
export function PrintedAddresses({ entry: { locations } }: { entry: PublicEntry }) {
  const printed = locations.filter(({ address, phone }) => address !== null || phone !== null);
  return printed.map((location) => (
    <p key={location.id} className="col-span-full hidden text-sm print:block">
      {[location.address, placeOf(location), location.phone].filter(Boolean).join(', ')}
    </p>
  ));
}
