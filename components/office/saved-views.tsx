import type { OfficeView } from '@/lib/membership-api/office-views';
import { viewsText } from '@/lib/messages/office-views';
import { addressOfView } from '@/lib/office/members-view';
import type { ViewFormState } from '@/lib/office/view-state';
import { ViewForms } from './view-forms';

interface Props {
  views: readonly OfficeView[];
  /** The filters and columns of the page, in the format of a saved view. */
  list: string;
  /**
   * The address of the list on this page, with its filters and columns. If a saved view has the same address, it is
   * marked as the open one.
   */
  address: string;
  path: string;
  mayShare: boolean;
  save: (state: ViewFormState, form: FormData) => Promise<ViewFormState>;
}

export function SavedViews({ views, list, address, path, mayShare, save }: Props) {
  return (
    <section aria-labelledby="saved-views" className="contents">
      <h2 id="saved-views" className="sr-only">
        {viewsText.title}
      </h2>
      {views.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {views.map((view) => {
            const to = addressOfView(view.List);
            return (
              <li key={view.ID}>
                <a
                  href={to}
                  aria-current={to === address ? 'page' : undefined}
                  className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line-strong bg-surface px-3 text-ink no-underline wrap-anywhere hover:border-accent aria-[current]:border-accent aria-[current]:font-medium"
                >
                  {view.Name}
                  {view.Shared && <span className="text-sm text-ink-soft">{viewsText.shared}</span>}
                </a>
              </li>
            );
          })}
        </ul>
      )}
      <ViewForms
        views={views
          .filter(({ MayChange }) => MayChange)
          .map(({ ID, Name, Shared }) => ({ id: ID, name: Name, isShared: Shared }))}
        list={list}
        path={path}
        mayShare={mayShare}
        save={save}
      />
    </section>
  );
}
