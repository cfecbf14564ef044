// Adds the visitor's last search to links to the list and the map. The server does not know the search, because it
// sends the same pages to everybody. This tab of the browser stores it.
const searchPaths = ['/', '/map'];
const membersPaths = ['/members-only/directory', '/members-only/directory/map'];
// What a member searched for in the directory for members does not get into links to public pages.
const isForMembers = location.pathname.startsWith('/members-only/');
const paths = isForMembers ? membersPaths : searchPaths;
const storageKey = isForMembers ? 'search for members' : 'search';

/**
 * The query of this page if the page shows a search. Otherwise, the last query of this tab or of the page that opened
 * this tab.
 */
function lastQuery() {
  if (paths.includes(location.pathname)) return location.search;
  try {
    const stored = sessionStorage.getItem(storageKey);
    if (stored !== null) return stored;
  } catch {
    // The browser does not allow storage.
  }
  const from = URL.canParse(document.referrer) ? new URL(document.referrer) : null;
  return from?.origin === location.origin && paths.includes(from.pathname) ? from.search : '';
}

function store() {
  try {
    sessionStorage.setItem(storageKey, lastQuery());
  } catch {
    // The browser does not allow storage: the links then lead to all members.
  }
}

function keepSearch(event) {
  const link = event.target instanceof Element ? event.target.closest('a[data-keep-search]') : null;
  const query = lastQuery();
  if (link === null || query === '') return;
  const address = new URL(link.href);
  if (!paths.includes(address.pathname)) return;
  address.search = query;
  // A page number of the list is not valid for the map, and the other way round.
  if (address.pathname !== location.pathname) address.searchParams.delete('page');
  link.href = address.href;
}

/**
 * If the visitor came from this search, the browser goes back to it. It then shows the page as the visitor left it, at
 * the same place of the list.
 */
function goBack(event) {
  const link = event.target instanceof Element ? event.target.closest('a[data-back]') : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (link === null || !isPlain || history.length < 2) return;
  if (link.href !== document.referrer) return;
  event.preventDefault();
  history.back();
}

for (const type of ['pointerdown', 'click', 'auxclick', 'contextmenu'])
  document.addEventListener(type, keepSearch, true);
document.addEventListener('click', goBack);
addEventListener('pagehide', store);
for (const text of document.querySelectorAll('[data-text-after-search]'))
  if (lastQuery() !== '') text.textContent = text.dataset.textAfterSearch;
