/** Measurements of a page in the browser, for criteria of WCAG that axe cannot decide. */
import type { Page } from '@playwright/test';

/** The text spacing of WCAG 1.4.12. */
export const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

/**
 * This function runs in the page. It returns texts that are cut off or wider than their element, and the page if it is
 * wider than the screen. A line that ends in "…" is allowed, because the same page also has the complete text.
 */
export function findTextThatDoesNotFit(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { display, overflowX, overflowY, textOverflow } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    if (display === 'inline' || width < 2 || height < 2 || !element.checkVisibility()) continue;
    if (element.closest('.leaflet-map-pane, svg') !== null || element.textContent.trim() === '') continue;
    if (textOverflow === 'ellipsis' || element.matches('select, textarea, input')) continue;
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    // Text that is only for screen readers is one pixel large.
    const parts = [...element.children].filter((child) => child.getBoundingClientRect().width > 2);
    const isText = parts.length === 0;
    const isWide = element.scrollWidth > element.clientWidth + 2 && !scrolls(overflowX);
    const isHigh = element.scrollHeight > element.clientHeight + 2 && /hidden|clip/.test(overflowY);
    if ((isText && isWide) || (isHigh && !element.matches('.leaflet-container')))
      found.push(`${element.outerHTML.slice(0, 120)} | ${element.textContent.trim().slice(0, 60)}`);
  }
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? [...found, `the page: ${scrollWidth}`] : found;
}

/**
 * This function runs in the page. It returns targets that are smaller than 24 by 24 pixels and too close to another
 * target (the spacing exception of WCAG 2.5.8). Links within a sentence are another exception.
 * @param within a selector of the part to check, because targets under an open sheet cannot be pressed
 */
export function findSmallTargets(within: string): string[] {
  const least = 24;
  const pressable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]';
  const targets = [...(document.querySelector(within)?.querySelectorAll<HTMLElement>(pressable) ?? [])]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((element) => ({ element, box: boxOf(element) }))
    .filter(({ box }) => box.right - box.left > 2 && box.bottom - box.top > 2);
  return targets
    .filter(({ element, box }) => isSmall(box) && !isInSentence(element) && !hasSpace(element, box))
    .map(({ element, box }) => {
      const size = `${Math.round(box.right - box.left)} × ${Math.round(box.bottom - box.top)}`;
      return `${size} ${element.outerHTML.slice(0, 120)}`;
    });

  interface Box {
    left: number;
    right: number;
    top: number;
    bottom: number;
  }

  /** The label of a checkbox is part of its target. */
  function boxOf(element: HTMLElement): Box {
    const labels = element.matches('[type=checkbox], [type=radio]')
      ? [...((element as HTMLInputElement).labels ?? [])]
      : [];
    const boxes = [element, ...labels].map((one) => one.getBoundingClientRect());
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      right: Math.max(...boxes.map(({ right }) => right)),
      top: Math.min(...boxes.map(({ top }) => top)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
  }

  function isSmall({ left, right, top, bottom }: Box): boolean {
    return right - left < least - 0.5 || bottom - top < least - 0.5;
  }

  function isInSentence(element: HTMLElement): boolean {
    const siblings = [...(element.parentElement?.childNodes ?? [])];
    const hasWords = siblings.some(
      ({ nodeType, textContent }) => nodeType === 3 && /\w/.test(textContent ?? ''),
    );
    return getComputedStyle(element).display === 'inline' && hasWords;
  }

  /**
   * Whether a circle of 24 pixels around the target's middle touches no other target and no circle of another small
   * target.
   */
  function hasSpace(element: HTMLElement, box: Box): boolean {
    const [x, y] = middleOf(box);
    return targets.every(({ element: other, box: theirs }) => {
      if (other === element || other.contains(element) || element.contains(other)) return true;
      const [otherX, otherY] = middleOf(theirs);
      if (isSmall(theirs)) return Math.hypot(otherX - x, otherY - y) >= least;
      const across = Math.max(theirs.left - x, 0, x - theirs.right);
      return Math.hypot(across, Math.max(theirs.top - y, 0, y - theirs.bottom)) >= least / 2;
    });
  }

  function middleOf({ left, right, top, bottom }: Box): [number, number] {
    return [(left + right) / 2, (top + bottom) / 2];
  }
}

/**
 * This function runs in the page. It returns names that lack the text that can be seen (WCAG 2.5.3), because a visitor
 * who speaks to the computer says what they see. A sign such as "+" is hidden from assistive technology, and its name is
 * what the sign usually means.
 */
export function findNamesWithoutTheirText(): string[] {
  const textOf = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof HTMLElement) || node.ariaHidden === 'true' || !node.checkVisibility()) return '';
    // Text that is only for screen readers is one pixel large.
    return node.getBoundingClientRect().width > 2 ? [...node.childNodes].map(textOf).join('') : '';
  };
  const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();
  return [...document.querySelectorAll<HTMLElement>('a[aria-label], button[aria-label], summary[aria-label]')]
    .filter((element) => element.checkVisibility() && element.tabIndex >= 0)
    .map((element) => ({ name: plain(element.ariaLabel ?? ''), seen: plain(textOf(element)) }))
    .filter(({ name, seen }) => !name.includes(seen))
    .map(({ name, seen }) => `"${seen}" is not in "${name}"`);
}

interface AxNode {
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  properties?: { name: string; value: { value?: unknown } }[];
}

const named = new Set(
  'button link textbox searchbox combobox checkbox radio switch spinbutton slider option menuitem tab listbox dialog img heading'.split(
    ' ',
  ),
);

/**
 * Checks the accessibility tree that Chromium gives to assistive technology. Every control, image and heading must have
 * a name. The page must have one main landmark and one first-level heading. An element that can have the focus must not
 * be hidden from assistive technology.
 */
export async function findProblemsOfNames(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  await session.detach();
  const roleOf = ({ role }: AxNode) => role?.value ?? '';
  const count = (role: string) => nodes.filter((node) => !node.ignored && roleOf(node) === role).length;
  const levels = nodes
    .filter((node) => !node.ignored && roleOf(node) === 'heading')
    .map(({ properties }) => properties?.find(({ name }) => name === 'level')?.value.value);
  const isFocusable = ({ properties }: AxNode) =>
    properties?.some(({ name, value }) => name === 'focusable' && value.value === true) ?? false;
  return [
    ...nodes
      .filter((node) => !node.ignored && named.has(roleOf(node)) && (node.name?.value ?? '').trim() === '')
      .map((node) => `no name: ${roleOf(node)}`),
    ...nodes.filter((node) => node.ignored && isFocusable(node)).map(() => 'hidden, but can have the focus'),
    ...(count('main') === 1 ? [] : [`${count('main')} main parts`]),
    ...(levels.filter((level) => level === 1).length === 1 ? [] : [`first headings: ${levels.join()}`]),
  ];
}
