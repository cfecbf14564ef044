'use client';

/** Only files in this folder use react-leaflet. To change the map library, replace these files. */
import 'leaflet/dist/leaflet.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Circle, MapContainer, useMap, useMapEvents } from 'react-leaflet';
import type { Pin } from '@/lib/directory/model/pins';
import { zoomSteps } from '@/lib/map/geo/tile-address';
import { closestWithoutStreets } from '@/lib/map/geo/street-map';
import type { NearFilter } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { mapText } from '@/lib/messages/map';
import { say } from '@/lib/messages/say';
import { client } from '../directory/query-client';
import { useSearchControls } from '../directory/search-controls';
import { directoryHref, isMapPage, otherViewOf } from '../directory/addresses';
import { BaseMap } from './base-map';
import { everywhere } from './densest';
import { featuresOf, mapQuery } from './feature-query';
import { clearOfButtons, requestedBounds, firstView, FitView, toBounds } from './fit-view';
import { MapButtons } from './map-buttons';
import './map.css';
import type { MapProps } from './map-props';
import { Marks } from './marks';
import { PinCards } from './pin-cards';
import { TouchGestures } from './touch-gestures';
import { closestZoom, useFeatures } from './use-features';
import { useFrame } from './use-frame';
import { nearestTurn } from './view-box';
import { whenStill } from './when-still';

// The whole earth. It is shown until the positions of the members are known.
const somewhere = { center: [20, 0], zoom: 1 } satisfies { center: [number, number]; zoom: number };

/** A map of every member found, not just of the current page. */
export function MemberMap({
  filter,
  background,
  firstBox,
  raised,
  onChoose,
  onTiles,
  opens,
  title,
  ...frame
}: MapProps) {
  const { path } = useSearchControls();
  const query = mapQuery(filter);
  const [hasFailed, setHasFailed] = useState(false);
  const [first] = useState(() =>
    firstView({
      filter,
      background,
      opens,
      firstBox,
      all: client.getQueryData(featuresOf(query, everywhere).queryKey),
    }),
  );
  const [isPlaced, setIsPlaced] = useState(first !== null);
  const place = useCallback(() => setIsPlaced(true), []);
  const [haveTilesFailed, setHaveTilesFailed] = useState(false);
  const reportTilesFailed = useCallback(() => setHaveTilesFailed(true), []);
  const [hasStreets, setHasStreets] = useState(background !== null);
  const isLimited = !hasStreets || haveTilesFailed;
  const [cards, setCards] = useState<Pin[] | null>(null);
  const [shownPin, setShownPin] = useState<Pin | null>(null);
  const closeCards = () => {
    setCards(null);
    setShownPin(null);
  };
  const shown = useRef(requestedBounds(filter));
  // Whether the visitor has moved the map since the last search.
  const [isMoved, setMoved] = useState(false);
  const isFitting = useRef(false);
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <QueryClientProvider client={client}>
      <MapContainer
        className="member-map"
        {...(first ?? somewhere)}
        minZoom={1}
        maxZoom={isLimited ? closestWithoutStreets : closestZoom}
        zoomSnap={background === null ? 1 / zoomSteps : 1}
        zoomControl={false}
        scrollWheelZoom={false}
        worldCopyJump
        zoomAnimation={!isStill}
        inertia={!isStill}
        // With fading, each tile would be drawn again for a dozen frames.
        fadeAnimation={false}
      >
        <Frame isStill={isStill} />
        <TouchGestures isFull={frame.isFull} />
        <MapButtons
          {...frame}
          isMoved={isMoved}
          onSearch={(box) => {
            shown.current = toBounds(box);
            setMoved(false);
          }}
        />
        <BaseMap
          background={background}
          onFailure={reportTilesFailed}
          onStreets={setHasStreets}
          onTiles={onTiles}
        />
        <ZoomLimit isLimited={isLimited} />
        {filter.near !== null && <SearchCircle near={filter.near} />}
        <Found
          query={query}
          isPlaced={isPlaced}
          raised={shownPin === null ? raised : [...raised, shownPin]}
          onChoose={onChoose}
          opens={opens}
          onCards={(pins) => {
            setCards(pins);
            setShownPin(pins?.[0] ?? null);
          }}
          onFailure={setHasFailed}
        />
        {shownPin !== null && <KeepInView pin={shownPin} />}
        <FitView
          query={query}
          filter={filter}
          background={background}
          shown={shown}
          isPlaced={isPlaced}
          onPlaced={place}
          onFit={() => {
            isFitting.current = true;
          }}
        />
        <Moves
          onMove={() => {
            if (!isFitting.current) setMoved(true);
          }}
          onStop={() => {
            if (!isFitting.current) return;
            isFitting.current = false;
            setMoved(false);
          }}
        />
        <Attribution />
      </MapContainer>
      {frame.isFull && (
        <button type="button" className="map-question" onClick={() => frame.onFull(false)}>
          <span>{title}</span> <span className="map-question-change">{directoryText.change}</span>
        </button>
      )}
      {cards === null ? (
        frame.isFull && (
          <a
            href={directoryHref(isMapPage(path) ? otherViewOf(path) : path, { ...filter, page: 1 })}
            aria-label={directoryText.showList}
            className="map-list-link"
          >
            {directoryText.list}
          </a>
        )
      ) : (
        // When a visitor chooses another pin, the new key makes the cards start at the first card again.
        <PinCards
          key={cards.map(({ entryId }) => entryId).join()}
          pins={cards}
          onShow={setShownPin}
          onClose={closeCards}
        />
      )}
      <div role="status" className="map-notice">
        {hasFailed && <p>{mapText.failed}</p>}
        {haveTilesFailed && <p>{mapText.tilesFailed}</p>}
      </div>
    </QueryClientProvider>
  );
}

function Moves({ onMove, onStop }: { onMove: () => void; onStop: () => void }) {
  useMapEvents({ movestart: onMove, moveend: onStop });
  return null;
}

function ZoomLimit({ isLimited }: { isLimited: boolean }) {
  const map = useMap();
  useEffect(() => {
    whenStill(map, () => map.setMaxZoom(isLimited ? closestWithoutStreets : closestZoom));
  }, [map, isLimited]);
  return null;
}

// The height in pixels that stays free below the pin. It is more than the height of the cards.
const belowPin = 280;

function KeepInView({ pin: { latitude, longitude } }: { pin: Pin }) {
  const map = useMap();
  useEffect(() => {
    const paddingBottomRight: [number, number] = [24, Math.min(belowPin, map.getSize().y / 2)];
    const lng = nearestTurn(longitude, map.getCenter().lng);
    whenStill(map, () =>
      map.panInside([latitude, lng], { paddingTopLeft: clearOfButtons.paddingTopLeft, paddingBottomRight }),
    );
  }, [map, latitude, longitude]);
  return null;
}

/**
 * The search circle. The map repeats the earth from west to east, so the circle is drawn on the copy that is in view.
 */
function SearchCircle({ near: { point, radiusKm } }: { near: NearFilter }) {
  const map = useMap();
  const [middle, setMiddle] = useState(() => map.getCenter().lng);
  useMapEvents({ moveend: () => setMiddle(map.getCenter().lng) });
  return (
    <Circle
      center={[point.latitude, nearestTurn(point.longitude, middle)]}
      radius={radiusKm * 1000}
      className="map-circle"
      interactive={false}
    />
  );
}

interface FoundProps extends Pick<MapProps, 'raised' | 'onChoose' | 'opens'> {
  onCards: (cards: Pin[] | null) => void;
  query: string;
  isPlaced: boolean;
  onFailure: (hasFailed: boolean) => void;
}

function Found({ query, isPlaced, onFailure, ...marks }: FoundProps) {
  const { data, isError } = useFeatures(query, isPlaced);
  useEffect(() => onFailure(isError), [isError, onFailure]);
  return <Marks query={query} features={data} {...marks} />;
}

/** Puts the attribution at the end of the map, so that it comes last for the keyboard too. */
function Attribution() {
  const map = useMap();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const attribution = map.getContainer().querySelector('.leaflet-control-container');
    if (attribution !== null) end.current?.append(attribution);
  }, [map]);
  return <div ref={end} />;
}

function Frame({ isStill }: { isStill: boolean }) {
  const map = useMap();
  useFrame(say(mapText.map, { many: useSearchControls().noun.many }));
  useEffect(() => {
    if (!isStill) return;
    // The visitor prefers less motion, so the map must move without animation. Buttons, keys, popups near the edge and
    // new searches all use `panBy`. So it is enough to replace this function.
    const panBy = map.panBy.bind(map);
    map.panBy = (offset, options) => panBy(offset, { ...options, animate: false });
  }, [map, isStill]);
  useEffect(() => {
    const frame = map.getContainer();
    const move = () => frame.classList.add('map-moving');
    const settle = () => frame.classList.remove('map-moving');
    map.on({ movestart: move, moveend: settle });
    return () => {
      map.off({ movestart: move, moveend: settle });
    };
  }, [map]);
  return null;
}
