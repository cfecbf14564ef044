import type { OfficeView } from '@/lib/membership-api/office-views';
import { viewsText } from '@/lib/messages/office-views';
import { addressOfView } from '@/lib/office/members-view';
import type { ViewFormState } from '@/lib/office/view-state';
import { ViewForm } from './view-form';

interface Props {
  views: readonly OfficeView[];
  /** The list of this page, in the form that a view stores. */
  list: string;
  /** The address of this page. */
  address: string;
  mayShare: boolean;
  save: (state: ViewFormState, form: FormData) => Promise<ViewFormState>;
}

/** Links to saved lists, and the forms that save and change them. */
export function SavedViews({ views, list, address, mayShare, save }: Props) {
  const changeable = views.filter(({ MayChange }) => MayChange);
  return (
    <section aria-labelledby="saved-views" className="grid gap-2 print:hidden">
      <h2 id="saved-views" className={views.length === 0 ? 'sr-only' : 'text-sm font-semibold'}>
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
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <details>
          <summary className="min-h-8 cursor-pointer py-1 text-accent underline">{viewsText.save}</summary>
          <p className="max-w-prose pt-1 text-sm text-ink-soft">{viewsText.saveHint}</p>
          <ViewForm view={null} list={list} mayShare={mayShare} save={save} />
        </details>
        {changeable.length > 0 && (
          <details>
            <summary className="min-h-8 cursor-pointer py-1 text-accent underline">
              {viewsText.change}
            </summary>
            <ul className="grid divide-y divide-line">
              {changeable.map(({ ID, Name, Shared }) => (
                <li key={`${ID} ${Name} ${Shared}`}>
                  <ViewForm
                    view={{ id: ID, name: Name, isShared: Shared }}
                    list={list}
                    mayShare={mayShare}
                    save={save}
                  />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  );
}
