'use client';

import { useRef, useState, type ReactNode } from 'react';
import { useMap } from 'react-leaflet';
import { changed } from '../directory/addresses';
import { useSearchControls } from '../directory/search-controls';
import type { Box } from '@/lib/map/geo/box';
import { mapText } from '@/lib/messages/map';
import type { MapProps } from './map-props';
import { boxOfView } from './view-box';
import { whenStill } from './when-still';

// A third of the view's width, so that features at the edge stay in view.
const panShare = 1 / 3;

interface MapButtonsProps extends Pick<MapProps, 'isPage' | 'isFull' | 'onFull'> {
  /** Whether the visitor has moved the map since the last search. */
  isMoved: boolean;
  onSearch: (box: Box) => void;
}

/** Buttons for moving and zooming the view, for people who cannot drag (WCAG 2.5.7). */
export function MoveButtons() {
  const map = useMap();
  const targetZoom = useRef<number>(null);
  const [isPanOpen, setPanOpen] = useState(false);
  const pan = (right: number, down: number) => {
    const size = map.getSize();
    whenStill(map, () => map.panBy([size.x * panShare * right, size.y * panShare * down]));
  };
  const zoom = (steps: number) => {
    const isWaiting = targetZoom.current !== null;
    targetZoom.current = (targetZoom.current ?? map.getZoom()) + steps;
    if (isWaiting) return;
    const begin = () => {
      map.setZoom(targetZoom.current ?? map.getZoom());
      targetZoom.current = null;
    };
    // One frame shows that the button is pressed, and the zoom begins after that frame. If the zoom began in the same
    // frame, a phone would show the press late. If the visitor presses a button during a zoom, another zoom follows.
    setTimeout(() => whenStill(map, begin));
  };
  return (
    <>
      <MapButton name={mapText.zoomIn} sign="+" onPress={() => zoom(1)} />
      <MapButton name={mapText.zoomOut} sign="−" onPress={() => zoom(-1)} />
      <div className="map-pan">
        <button
          type="button"
          aria-label={mapText.pan}
          title={mapText.pan}
          aria-expanded={isPanOpen}
          onClick={() => setPanOpen(!isPanOpen)}
        >
          <Arrows />
        </button>
        {isPanOpen && (
          <div>
            <MapButton name={mapText.panWest} sign="←" onPress={() => pan(-1, 0)} />
            <MapButton name={mapText.panNorth} sign="↑" onPress={() => pan(0, -1)} />
            <MapButton name={mapText.panSouth} sign="↓" onPress={() => pan(0, 1)} />
            <MapButton name={mapText.panEast} sign="→" onPress={() => pan(1, 0)} />
          </div>
        )}
      </div>
    </>
  );
}

export function MapButtons({ isMoved, onSearch, isPage, isFull, onFull }: MapButtonsProps) {
  const map = useMap();
  const { filter, search } = useSearchControls();
  const searchHere = () => {
    const box = boxOfView(map.getBounds());
    // The button disappears.
    map.getContainer().focus();
    onSearch(box);
    search(changed(filter, { box, near: null, inside: null }));
  };
  return (
    <>
      <div className="map-buttons">
        <MoveButtons />
        {isPage && (
          <MapButton
            name={isFull ? mapText.leaveFull : mapText.fill}
            sign={isFull ? '✕' : <Corners />}
            onPress={() => onFull(!isFull)}
          />
        )}
      </div>
      {isMoved && (
        <button type="button" className="map-search" onClick={searchHere}>
          {mapText.searchHere}
        </button>
      )}
    </>
  );
}

function Arrows() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className="m-auto size-4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="M8 1v14M1 8h14M6 3l2-2 2 2M6 13l2 2 2-2M3 6 1 8l2 2M13 6l2 2-2 2" />
    </svg>
  );
}

/** The four corners of a screen are drawn, because not every font has a sign for them. */
function Corners() {
  return (
    <svg viewBox="0 0 16 16" className="m-auto size-4" fill="none" stroke="currentColor" strokeWidth="1.5">
      <path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" />
    </svg>
  );
}

function MapButton({ name, sign, onPress }: { name: string; sign: ReactNode; onPress: () => void }) {
  return (
    <button type="button" aria-label={name} title={name} onClick={onPress}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
