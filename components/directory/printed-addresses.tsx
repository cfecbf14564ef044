import type { PublicEntry } from '@/lib/directory/entry';
import { placeOf } from './hit-place';

/** The public street addresses and phones of a member, on paper only: there is no profile to open there. */
export function PrintedAddresses({ entry: { locations } }: { entry: PublicEntry }) {
  const printed = locations.filter(({ address, phone }) => address !== null || phone !== null);
  return printed.map((location) => (
    <p key={location.id} className="col-span-full hidden text-sm print:block">
      {[location.address, placeOf(location), location.phone].filter(Boolean).join(', ')}
    </p>
  ));
}
