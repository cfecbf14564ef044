/**
 * A request's body as text. null: it is longer than `maxBytes`, and the rest was not read. Anybody may send a body. If
 * a whole body were read before it is measured, its sender would decide how much memory is used.
 */
export async function readAtMost(request: Request, maxBytes: number): Promise<string | null> {
  if (request.body === null) return '';
  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(parts).toString('utf8');
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
}
