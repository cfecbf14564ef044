import type { Context } from 'hono';
import { serviceProblems } from '@/lib/messages/service-problems';
import { renderPage } from './frame';

type Problem = keyof typeof serviceProblems;

/** A page cannot be shown. Another page gives the reason. */
export class PageProblem extends Error {
  override name = 'PageProblem';
  constructor(
    readonly status: 400 | 403 | 404 | 429 | 500 | 503,
    readonly problem: Problem,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(problem);
  }
}

/** The page for a problem. It names no organisation, so that it does not reveal which exist. */
export function renderProblem(
  context: Context,
  { status, problem, retryAfterSeconds }: PageProblem,
): Response | Promise<Response> {
  if (retryAfterSeconds !== null) context.header('Retry-After', String(retryAfterSeconds));
  const { title, text } = serviceProblems[problem];
  return renderPage(context, { title, status, organisation: null }, <p>{text}</p>);
}
