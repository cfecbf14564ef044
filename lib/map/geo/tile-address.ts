/** These constants are separate from the drawing code, because a browser needs only the constants. */

/** Increase this number with every change to the look of tiles: browsers cache tiles for a year. */
const tileVersion = 3;

/** Replace `{theme}` first. Leaflet replaces the other placeholders. */
export const tileUrlTemplate = `/tiles/{theme}/{z}/{x}/{y}.svg?v=${tileVersion}`;

/**
 * Tiles are twice the usual width, so a view needs only a quarter as many. A browser creates a document for each SVG.
 * Fewer documents save more time than their larger content costs.
 */
export const tilePixels = 512;

/**
 * The width of what a tile draws: it repeats the first pixels of its neighbours. Without this overlap, a tile that does
 * not end on a whole pixel of the screen would show a seam.
 */
export const drawnPixels = tilePixels + 1;

/** The difference between the map's zoom, which counts 256-pixel tiles, and the `z` of its tiles. */
export const zoomAhead = 1;

/** How many steps a view has between two whole zooms, if only our own tiles are shown. */
export const zoomSteps = 4;

/** At closer zooms, Leaflet enlarges these tiles. */
export const maxTileZoom = 13;

/** The labels' licence (CC BY 4.0) requires that the map shows this text. Natural Earth requires nothing. */
export const mapAttribution = 'Made with Natural Earth; place names © GeoNames (CC BY 4.0)';
