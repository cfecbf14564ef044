/**
 * The members of bench/journal.ts: three people for each company, in places where Australians live, with all usual
 * columns.
 */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { createPlaces } from './map-members';

const identity = 'ChapterhouseID,MembershipNumber,Kind,FirstName,LastName,Title,Email,Organisation';
const address = 'Address,Suburb,Postcode,State,Country,Phone,Mobile,MailingAddress,MailingSuburb';
const membership = 'MembershipType,Category,Chapter,JoiningDate,ExpiryDate,AmountOutstanding,Addons';
const columns = `${identity},${address},${membership},Lat,Lng,Precision,Website,Languages`;

/** The first name of the member whose name changes. Nobody else has this first name. */
export const watchedName = 'Zebedee';
export const watchedId = 1;

/** Writes a file for `chapterhouse import --searchable-extras Languages`. */
export async function writeJournalMembers(file: string, count: number): Promise<void> {
  const nextPlace = createPlaces();
  const out = createWriteStream(file);
  out.write(`${columns}\n`);
  for (let id = 1; id <= count; id += 1) {
    const { name, state, point } = nextPlace();
    const isFirm = id % 4 === 0;
    const names = `${isFirm ? 'corporate' : 'individual'},${id === watchedId ? watchedName : `First${id % 997}`},Last${id},Dr`;
    const person = `${id},M-${id},${names},m${id}@example.org,Firm ${id}`;
    const place = `${id % 200} Main Street,${name},${3000 + (id % 900)},${state},Australia`;
    const contact = `03 ${10_000_000 + id},04 ${10_000_000 + id},PO Box ${id},${name}`;
    const kind = `Type ${id % 6},Field ${id % 40};Field ${(id * 7) % 40},Chapter ${id % 8}`;
    const dates = `20${10 + (id % 15)}-03-02,2099-12-31,${id % 50 === 0 ? '120.50' : '0'},Journal`;
    const location = `${point},${isFirm ? 'exact' : 'suburb'},https://firm${id}.example,Dutch;German`;
    const row = [person, place, contact, kind, dates, location].join();
    if (!out.write(`${row}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
