import { z } from 'zod';

const describedError: z.ZodType<DescribedError> = z.object({
  stack: z.string().optional(),
  message: z.string().optional(),
  get cause() {
    return describedError.optional();
  },
});
interface DescribedError {
  stack?: string | undefined;
  message?: string | undefined;
  cause?: DescribedError | undefined;
}
const logLine = z.looseObject({
  level: z.string(),
  time: z.string(),
  msg: z.string().default(''),
  err: describedError.optional(),
});

/** Formats a line for a terminal: `14:02:07 warn  what happened  status=503`, then the error's stack. */
export function readableLine(json: string): string {
  const { level, time, msg, err, ...rest } = logLine.parse(JSON.parse(json));
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${String(value)}`);
  const words = [clockTime(time), level.padEnd(5), msg, ...fields].filter((word) => word !== '');
  return `${withoutControls(words.join('  '))}\n${err === undefined ? '' : stackLines(err)}`;
}

function clockTime(time: string): string {
  return new Date(time).toTimeString().slice(0, 8);
}

function stackLines({ stack, message = '', cause }: DescribedError): string {
  const lines = (stack ?? message).split('\n').map((line) => `  ${withoutControls(line)}\n`);
  return lines.join('') + (cause === undefined ? '' : `  caused by:\n${stackLines(cause)}`);
}

/** Text from a library or a file must not move the cursor or start another line. */
function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
}
