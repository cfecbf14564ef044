import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Writes a file for `chapterhouse import` with this number of members. */
export async function writeMembers(file: string, count: number): Promise<void> {
  const out = createWriteStream(file);
  const header = ['Number,First name,Last name,Email,Type,Chapter,Categories,Expires'];
  out.write(`${[...header, 'Suburb,State,Postcode,Country,Lat,Lng,Languages'].join()}\n`);
  for (let at = 1; at <= count; at += 1) {
    const person = `M-${at},First${at % 997},Last${at},p${at}@example.org`;
    const membership = `Type ${at % 4},Chapter ${at % 8},Cat ${at % 30};Cat ${(at * 7) % 30},2027-06-30`;
    const point = `${(-38 - (at % 1000) / 1000).toFixed(4)},${(144 + (at % 777) / 1000).toFixed(4)}`;
    const line = `${person},${membership},Geelong,VIC,3220,Australia,${point},Dutch;German\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
