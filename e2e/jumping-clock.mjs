// A server loads this file before its own code. As soon as `CLOCK_AHEAD_FILE` exists, the server's clock jumps ahead by
// the number of milliseconds in that file.
import { readFileSync } from 'node:fs';

const SystemDate = Date;
let aheadMs = 0;

function look() {
  try {
    aheadMs = Number(readFileSync(process.env.CLOCK_AHEAD_FILE, 'utf8'));
  } catch {
    // The file does not exist yet.
  }
}

globalThis.Date = class extends SystemDate {
  constructor(...values) {
    if (values.length === 0) super(SystemDate.now() + aheadMs);
    else super(...values);
  }
  // Next.js replaces this class with its own class. Next.js copies only the properties that are defined here, not the
  // inherited properties.
  static parse = SystemDate.parse;
  static UTC = SystemDate.UTC;
  static now() {
    return SystemDate.now() + aheadMs;
  }
};
setInterval(look, 20).unref();
