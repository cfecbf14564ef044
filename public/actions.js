// Makes the buttons to share and print work, and opens directions in the maps of the visitor's device: those of Apple or
// Google, or the map app of an Android phone. Links to directions also work without this file, at OpenStreetMap. The
// stylesheet hides the buttons if the browser runs no scripts.
const isApple = /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent);
const isAndroid = /Android/.test(navigator.userAgent);
const isChromebook = /CrOS/.test(navigator.userAgent);

/** @see https://developer.apple.com/library/archive/featuredarticles/iPhoneURLScheme_Reference/MapLinks */
/** @see https://developer.android.com/guide/components/intents-common#Maps */
/** @see https://developers.google.com/maps/documentation/urls/get-started#directions-action */
function directionsIn({ directionsTo = '', point = '' }) {
  const place = encodeURIComponent(directionsTo);
  if (isApple) return `https://maps.apple.com/?daddr=${place}`;
  if (isAndroid) return `geo:${point}?q=${place}`;
  return isChromebook ? `https://www.google.com/maps/dir/?api=1&destination=${place}` : null;
}

async function share(button) {
  const { share: path, shareTitle: title, shareCopied, sharePrompt } = button.dataset;
  const url = new URL(path, location.origin).href;
  if (navigator.share !== undefined) {
    // `share` rejects if the visitor cancels.
    await navigator.share({ title, url }).catch(() => undefined);
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    announce(button, shareCopied);
  } catch {
    prompt(sharePrompt, url);
  }
}

const shownMs = 3000;

/** Screen readers read the text from a status element. */
function announce(button, text) {
  const status =
    document.querySelector('#share-status') ?? document.body.appendChild(document.createElement('p'));
  Object.assign(status, { id: 'share-status', className: 'sr-only', role: 'status' });
  status.textContent = text;
  const before = button.textContent;
  button.textContent = text;
  setTimeout(() => {
    status.textContent = '';
    button.textContent = before;
  }, shownMs);
}

// The listener runs in the capture phase, because the popup of a map stops clicks.
document.addEventListener(
  'click',
  ({ target }) => {
    if (!(target instanceof Element)) return;
    const link = target.closest('a[data-directions-to]');
    const address = link === null ? null : directionsIn(link.dataset);
    if (address !== null) link.href = address;
    const button = target.closest('button[data-share]');
    if (button !== null) void share(button);
    if (target.closest('button[data-print]') !== null) print();
  },
  true,
);

// A card's list of further actions closes like a menu.
const openLists = () => document.querySelectorAll('.member-actions details[open]');

document.addEventListener('click', ({ target }) => {
  for (const list of openLists()) if (!(target instanceof Node && list.contains(target))) list.open = false;
});

document.addEventListener('keydown', ({ key, target }) => {
  if (key !== 'Escape') return;
  for (const list of openLists()) {
    list.open = false;
    if (target instanceof Node && list.contains(target)) list.querySelector('summary').focus();
  }
});
