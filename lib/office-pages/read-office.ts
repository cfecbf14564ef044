import { notFound } from 'next/navigation';
import type { z } from 'zod';
import { isApiFailure } from '@/lib/contract/api-failure';
import type { OfficeApiResponse, OfficeWrite } from './office-api';
import type { Office } from './find-office';

/** `wrong`: the API refused the request, and `text` says why. */
export type Read<T> = { kind: 'read'; body: T } | { kind: 'wrong'; text: string } | { kind: 'unavailable' };

/** Shows the not-found page if the person may not see the response. */
export async function readOffice<T extends z.ZodType>(
  { api }: Office,
  request: string | OfficeWrite,
  schema: T,
): Promise<Read<z.infer<T>>> {
  const answer = await (typeof request === 'string' ? api.read(request) : api.write(request)).catch(
    (error: unknown) => {
      if (isApiFailure(error)) return null;
      throw error;
    },
  );
  if (answer === null) return { kind: 'unavailable' };
  if (answer.status === 200) return { kind: 'read', body: schema.parse(answer.body) };
  if (answer.status === 400) return { kind: 'wrong', text: descriptionOf(answer) };
  if (answer.status === 403 || answer.status === 404) notFound();
  return { kind: 'unavailable' };
}

function descriptionOf({ body }: OfficeApiResponse): string {
  const text: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'error_description') : '';
  return typeof text === 'string' ? text : '';
}
