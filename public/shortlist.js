// The shortlist contains the members with a star. Only this browser stores the shortlist. The address of the
// shortlist's page contains the members' IDs, so that visitors can share the page. Without this file, pages have no
// stars and no link to the shortlist, but a shared address works.
const shortlistKey = 'shortlist';
const maxShortlisted = 50;

/** The members' IDs, the oldest first; empty if the browser does not allow storage. */
function read() {
  try {
    const ids = JSON.parse(localStorage.getItem(shortlistKey) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, maxShortlisted) : [];
  } catch {
    return [];
  }
}

/** Returns whether the browser stored the IDs. */
function write(ids) {
  try {
    localStorage.setItem(shortlistKey, JSON.stringify(ids));
    return true;
  } catch {
    return false;
  }
}

function addressOf(ids) {
  return ids.length === 0 ? '/shortlist' : `/shortlist?members=${ids.join('.')}`;
}

/** This page shows a shortlist that somebody shared. Returns the IDs of the members on that list. */
function membersOf({ dataset }) {
  return dataset.shortlistTake.split('.');
}

function takeOver(button) {
  const own = read();
  const all = [...own, ...membersOf(button).filter((id) => !own.includes(id))];
  if (all.length > maxShortlisted) return alert(button.dataset.shortlistFull);
  if (!write(all)) return alert(button.dataset.shortlistBlocked);
  show();
}

/**
 * Shows on every star whether its member is on the shortlist. The header shows the number of members on the shortlist.
 */
function show() {
  const ids = read();
  for (const star of document.querySelectorAll('button[data-shortlist]')) {
    const pressed = String(ids.includes(star.dataset.shortlist));
    if (star.getAttribute('aria-pressed') !== pressed) star.setAttribute('aria-pressed', pressed);
  }
  for (const button of document.querySelectorAll('button[data-shortlist-take]')) {
    const open = membersOf(button);
    button.hidden = open.every((id) => ids.includes(id));
    // The clear button would also remove members who are not on the page, so the button is then hidden.
    button.parentElement.querySelector('button[data-shortlist-clear]').hidden =
      ids.length === 0 || !ids.every((id) => open.includes(id));
  }
  for (const link of document.querySelectorAll('a[data-shortlist-link]')) {
    link.hidden = ids.length === 0;
    link.href = addressOf(ids);
    // The count is in an attribute, because React would report a changed text as an error.
    link.dataset.count = String(ids.length);
  }
}

function toggle({ dataset }) {
  const ids = read();
  const { shortlist: id, shortlistFull } = dataset;
  if (!ids.includes(id) && ids.length === maxShortlisted) return alert(shortlistFull);
  const isStored = write(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
  if (!isStored) return alert(dataset.shortlistBlocked);
  show();
}

// The listener runs in the capture phase, because a map's popup does not pass clicks on.
document.addEventListener(
  'click',
  ({ target }) => {
    if (!(target instanceof Element)) return;
    const star = target.closest('button[data-shortlist]');
    if (star !== null) toggle(star);
    const take = target.closest('button[data-shortlist-take]');
    if (take !== null) takeOver(take);
    if (target.closest('button[data-shortlist-clear]') !== null && write([])) location.assign('/shortlist');
  },
  true,
);
// The shortlist may have changed in another tab, or before the visitor went Back to a page from the browser's memory.
addEventListener('storage', show);
addEventListener('pageshow', show);
// Lists and pop-ups that the page shows later have stars too.
// The page without an address of its own shows this browser's list.
if (location.pathname === '/shortlist' && location.search === '' && read().length > 0)
  location.replace(addressOf(read()));
new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
show();
