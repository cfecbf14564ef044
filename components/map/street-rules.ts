/**
 * The parts of the Protomaps basemap schema that the map draws, and their styles. The map shows fewer kinds of objects
 * than the library's own styles. The reason: the map also shows members, and a phone draws the map while a finger
 * moves.
 * @see https://docs.protomaps.com/basemaps/layers
 */
import {
  CenteredTextSymbolizer,
  CircleSymbolizer,
  exp,
  GeomType,
  GroupSymbolizer,
  LineLabelSymbolizer,
  LineSymbolizer,
  OffsetTextSymbolizer,
  PolygonSymbolizer,
  type Feature,
  type Filter,
  type LabelRule,
  type PaintRule,
} from 'protomaps-leaflet';
import type { StreetTheme } from './street-theme';

const ofKind =
  (...kinds: string[]): Filter =>
  (_zoom, { props }) =>
    typeof props.kind === 'string' && kinds.includes(props.kind);

const green = ofKind(
  ...[
    'park',
    'national_park',
    'nature_reserve',
    'protected_area',
    'forest',
    'wood',
    'grass',
    'grassland',
    'scrub',
  ],
  ...[
    'cemetery',
    'golf_course',
    'village_green',
    'playground',
    'allotments',
    'garden',
    'recreation_ground',
    'zoo',
  ],
);
const sites = ofKind(
  'hospital',
  'school',
  'university',
  'college',
  'industrial',
  'aerodrome',
  'military',
  'pedestrian',
);

/** The widths in pixels at zoom 12, 15 and 18. */
type Widths = [number, number, number];
const growing = ([small, middle, large]: Widths) =>
  exp(1.6, [
    [12, small],
    [15, middle],
    [18, large],
  ]);

interface Road {
  filter: Filter;
  widths: Widths;
  minzoom: number;
  isMajor: boolean;
}

/** The least important roads come first, so that the others are drawn over them. */
const roads: Road[] = [
  { filter: ofKind('other'), widths: [0, 1.5, 6], minzoom: 15, isMajor: false },
  { filter: ofKind('minor_road'), widths: [0.5, 3.5, 14], minzoom: 13, isMajor: false },
  { filter: ofKind('major_road'), widths: [2, 6, 18], minzoom: 12, isMajor: true },
  { filter: ofKind('highway'), widths: [3, 8, 22], minzoom: 12, isMajor: true },
];

export function streetPaintRules(theme: StreetTheme): PaintRule[] {
  const area = (dataLayer: string, fill: string, filter?: Filter): PaintRule => ({
    dataLayer,
    symbolizer: new PolygonSymbolizer({ fill }),
    ...(filter !== undefined && { filter }),
  });
  const line = (color: string, widths: Widths, filter: Filter, minzoom: number): PaintRule => ({
    dataLayer: 'roads',
    symbolizer: new LineSymbolizer({ color, width: growing(widths), lineCap: 'round', lineJoin: 'round' }),
    filter,
    minzoom,
  });
  const edges = roads
    .filter(({ minzoom, isMajor }) => isMajor || minzoom < 15)
    .map(({ filter, widths: [small, middle, large], minzoom, isMajor }) =>
      line(
        isMajor ? theme.majorEdge : theme.edge,
        [small + 1, middle + 1.5, large + 2],
        filter,
        Math.max(13, minzoom),
      ),
    );
  const surfaces = roads.map(({ filter, widths, minzoom, isMajor }) =>
    line(isMajor ? theme.major : theme.street, widths, filter, minzoom),
  );
  return [
    area('earth', theme.land),
    area('landuse', theme.site, sites),
    area('landuse', theme.park, green),
    area('landuse', theme.sand, ofKind('beach', 'sand')),
    area('water', theme.water, (_zoom, { geomType }) => geomType === GeomType.Polygon),
    {
      dataLayer: 'water',
      symbolizer: new LineSymbolizer({ color: theme.water, width: growing([0.5, 1.5, 6]) }),
      filter: (_zoom, { geomType }) => geomType === GeomType.Line,
      minzoom: 13,
    },
    { ...area('buildings', theme.building), minzoom: 15 },
    line(theme.path, [0, 0.75, 2.5], ofKind('path'), 15),
    line(theme.rail, [0.75, 1.5, 3], ofKind('rail'), 12),
    ...edges,
    ...surfaces,
  ];
}

/** @param language the language of the page; a name in this language is preferred to the local name */
export function streetLabelRules(theme: StreetTheme, language: string): LabelRule[] {
  const labelProps = [`name:${language}`, 'name'];
  const halo = { stroke: theme.halo, width: 2 };
  const roadNames = (minzoom: number, filter: Filter): LabelRule => ({
    dataLayer: 'roads',
    symbolizer: new LineLabelSymbolizer({
      labelProps,
      fill: theme.townText,
      font: `400 12px ${font}`,
      ...halo,
    }),
    minzoom,
    filter,
  });
  const names = (fill: string, size: string) =>
    new CenteredTextSymbolizer({ labelProps, fill, font: `${size} ${font}`, lineHeight: 1.2, ...halo });
  return [
    {
      dataLayer: 'places',
      symbolizer: names(theme.townText, '600 15px'),
      filter: ofKind('locality'),
      sort: (a, b) => rankOf(a) - rankOf(b),
    },
    {
      dataLayer: 'places',
      symbolizer: names(theme.areaText, '500 13px'),
      filter: ofKind('neighbourhood', 'macrohood'),
    },
    {
      dataLayer: 'pois',
      symbolizer: new GroupSymbolizer([
        new CircleSymbolizer({ radius: 3, fill: theme.station, stroke: theme.halo, width: 1.5 }),
        new OffsetTextSymbolizer({
          labelProps,
          fill: theme.townText,
          font: `500 12px ${font}`,
          offsetX: 6,
          offsetY: 4,
          ...halo,
        }),
      ]),
      minzoom: 14,
      filter: ofKind('station'),
    },
    roadNames(13, ofKind('highway', 'major_road')),
    roadNames(16, ofKind('minor_road')),
    roadNames(17, ofKind('other', 'path')),
    {
      dataLayer: 'water',
      symbolizer: names(theme.waterText, '400 12px'),
      filter: (_zoom, { geomType }) => geomType === GeomType.Point,
    },
    { dataLayer: 'pois', symbolizer: names(theme.parkText, '400 12px'), minzoom: 15, filter: ofKind('park') },
  ];
}

// The same font as in globals.css, because a canvas has no `inherit`.
const font = 'system-ui, sans-serif';

/** A lower number means a more important name. */
function rankOf({ min_zoom: zoom }: Feature['props']): number {
  return typeof zoom === 'number' ? zoom : 0;
}
