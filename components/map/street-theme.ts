import { mapThemes, type MapThemeName } from '@/lib/map/geo/map-theme';

/** The colours that the base map does not have. Text has a contrast of at least 4.5 : 1 on all of them. */
const ownColours = {
  light: {
    park: '#dfe9d6',
    site: '#efebe3',
    sand: '#f3ecd8',
    building: '#e6e1d8',
    street: '#ffffff',
    major: '#fffaf0',
    edge: '#d3cec5',
    majorEdge: '#c3b8a3',
    path: '#c9c1b4',
    rail: '#b9b5b0',
    areaText: '#57516a',
    parkText: '#40603a',
    waterText: '#3b6076',
    station: '#5a5f68',
  },
  dark: {
    park: '#26362d',
    site: '#2b3139',
    sand: '#34342f',
    building: '#313941',
    street: '#434d57',
    major: '#4e5862',
    edge: '#1d2329',
    majorEdge: '#1d2329',
    path: '#414b54',
    rail: '#59616a',
    areaText: '#d3cee0',
    parkText: '#bfdcba',
    waterText: '#b9d4e2',
    station: '#c3c9d0',
  },
} satisfies Record<MapThemeName, Record<string, string>>;

export function streetTheme(name: MapThemeName) {
  return { ...mapThemes[name], ...ownColours[name] };
}

export type StreetTheme = ReturnType<typeof streetTheme>;
