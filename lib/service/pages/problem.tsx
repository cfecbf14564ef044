import type { Context } from 'hono';
import { problemLinks, serviceProblems } from '@/lib/messages/sign-in';
import { BackToSite, type Site } from './form-parts';
import { renderPage } from './frame';

type Problem = keyof typeof serviceProblems;

/** A page with the reason is shown in place of the requested one. */
export class PageProblem extends Error {
  override name = 'PageProblem';
  constructor(
    readonly status: 400 | 403 | 404 | 429 | 500 | 503,
    readonly problem: Problem,
    readonly retryAfterSeconds: number | null = null,
    /** The site that sent the person here. null: unknown. */
    readonly site: Site | null = null,
  ) {
    super(problem);
  }
}

/** The page names no organisation, so that it does not reveal which organisations exist. */
export function renderProblem(
  context: Context,
  { status, problem, retryAfterSeconds, site }: PageProblem,
): Response {
  if (retryAfterSeconds !== null) context.header('Retry-After', String(retryAfterSeconds));
  const { title, text } = serviceProblems[problem];
  const link = leadsTo[problem];
  const addresses = { again: addressToRepeat(context), account: '/account', start: '/' };
  return renderPage(
    context,
    { title, status, organisation: null },
    <>
      <p>{text}</p>
      <BackToSite site={site} />
      <p className={site === null ? undefined : 'links'}>
        <a href={addresses[link]} className={site === null ? 'button' : undefined}>
          {problemLinks[link]}
        </a>
      </p>
    </>,
  );
}

const leadsTo: Record<Problem, keyof typeof problemLinks> = {
  client: 'start',
  'redirect address': 'start',
  ended: 'account',
  forged: 'again',
  'too many': 'again',
  link: 'account',
  'too long': 'start',
  'not there': 'start',
  broken: 'again',
  away: 'again',
  'unfinished import': 'again',
};

/**
 * Where the person can try again: the requested address if it shows a page, otherwise `/account`. Some forms are sent
 * to an address that shows no page.
 */
function addressToRepeat({ req }: Context): string {
  const { pathname, search, searchParams } = new URL(req.url);
  const hasPage = searchParams.has('request')
    ? !pathname.endsWith('/deny')
    : /\/(?:passkeys|email)$/.test(pathname);
  const isPage = req.raw.method === 'GET' || hasPage;
  // Two slashes at the start would lead to another host.
  return isPage ? pathname.replace(/^\/+/, '/') + search : '/account';
}
