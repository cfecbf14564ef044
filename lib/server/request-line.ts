import type { DestinationStream } from 'pino';

export interface LoggedRequest {
  requestId: string;
  /** null: the client is unknown, or the request has no client. */
  clientId: string | null;
  method: string;
  route: string;
  status: number;
  ms: number;
  bytes: number;
  /** The client got only a part of the response. */
  isCutOff: boolean;
}

export type LogRequest = (request: LoggedRequest) => void;

/**
 * Writes lines in pino's format, in a quarter of the time that pino takes. With pino, writing one line would take as
 * long as finding a cached response.
 */
export function createRequestLines(
  destination: DestinationStream,
  processNumber: number | null = null,
): LogRequest {
  const isoTime = createTimes();
  const process = processNumber === null ? '' : `,"process":${processNumber}`;
  return ({ requestId, clientId, method, route, status, ms, bytes, isCutOff }) => {
    const client = clientId === null ? '' : `,"clientId":${JSON.stringify(clientId)}`;
    const start = `{"level":"info","time":"${isoTime()}"${process},"requestId":${JSON.stringify(requestId)}${client}`;
    const response = `"status":${status},"ms":${Math.round(ms * 100) / 100},"bytes":${bytes}`;
    const end = isCutOff ? ',"cutOff":true}\n' : '}\n';
    destination.write(
      `${start},"method":${JSON.stringify(method)},"route":${JSON.stringify(route)},${response}${end}`,
    );
  };
}

/** ISO 8601 in UTC, with milliseconds. */
function createTimes(): () => string {
  let second = 0;
  let text = '';
  return () => {
    const now = Date.now();
    const at = Math.floor(now / 1000);
    if (at !== second) {
      second = at;
      text = new Date(at * 1000).toISOString().slice(0, 20);
    }
    return `${text}${String(now - at * 1000).padStart(3, '0')}Z`;
  };
}
