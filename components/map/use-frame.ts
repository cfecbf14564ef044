import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { mapText } from '@/lib/messages/map';

/**
 * Names the map. The mouse wheel zooms the map only while the map has the focus; otherwise the wheel scrolls the page.
 * The CSS variable `--attribution` is the height of the attribution (up to three lines), which elements above the map
 * leave free.
 */
export function useFrame(label: string): void {
  const map = useMap();
  useEffect(() => {
    const frame = map.getContainer();
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', `${label}. ${mapText.useKeys}`);
    map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
    const sources = map.attributionControl.getContainer();
    const measure = new ResizeObserver(() =>
      frame.parentElement?.style.setProperty('--attribution', `${sources?.offsetHeight ?? 0}px`),
    );
    if (sources !== undefined) measure.observe(sources);
    const enable = () => map.scrollWheelZoom.enable();
    const disable = () => map.scrollWheelZoom.disable();
    frame.addEventListener('focusin', enable);
    frame.addEventListener('focusout', disable);
    return () => {
      measure.disconnect();
      frame.removeEventListener('focusin', enable);
      frame.removeEventListener('focusout', disable);
    };
  }, [map, label]);
}
