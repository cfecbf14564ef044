export interface MapTheme {
  water: string;
  land: string;
  coast: string;
  river: string;
  country: string;
  state: string;
  town: string;
  townText: string;
  areaText: string;
  halo: string;
}

/**
 * Both themes are muted, so that pins of any accent colour stand out. Text on land has a contrast of at least 4.5 : 1.
 */
export const mapThemes: Record<'light' | 'dark', MapTheme> = {
  light: {
    water: '#cddfe8',
    land: '#f7f5f0',
    coast: '#a9c2cf',
    river: '#b5cfdc',
    country: '#9a94a3',
    state: '#cfc9d2',
    town: '#6c7178',
    townText: '#3d434b',
    areaText: '#6a6478',
    halo: '#f7f5f0',
  },
  dark: {
    water: '#16222c',
    land: '#262d34',
    coast: '#41535f',
    river: '#2f4452',
    country: '#7b7689',
    state: '#454650',
    town: '#9aa3ad',
    townText: '#cdd3da',
    areaText: '#a39db3',
    halo: '#1f262d',
  },
};

export type MapThemeName = keyof typeof mapThemes;
