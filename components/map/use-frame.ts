import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { mapText } from '@/lib/messages/map';

/** Names the map. The wheel zooms only with focus; otherwise it scrolls the page. */
export function useFrame(label: string): void {
  const map = useMap();
  useEffect(() => {
    const frame = map.getContainer();
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', `${label}. ${mapText.useKeys}`);
    map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
    const enable = () => map.scrollWheelZoom.enable();
    const disable = () => map.scrollWheelZoom.disable();
    frame.addEventListener('focusin', enable);
    frame.addEventListener('focusout', disable);
    return () => {
      frame.removeEventListener('focusin', enable);
      frame.removeEventListener('focusout', disable);
    };
  }, [map, label]);
}
