/** What a browser must know of our map tiles; apart from the drawing of them, so that it can be sent there. */

/** Raised with every change to what tiles look like: their addresses are kept by browsers for a year. */
const tileVersion = 2;

/** Where our tiles are; for Leaflet, after `{theme}` is replaced. */
export const tileUrlTemplate = `/tiles/{theme}/{z}/{x}/{y}.svg?v=${tileVersion}`;

/**
 * A tile is twice as wide as usual: a browser makes a document of each SVG, and a quarter of them is quicker than their
 * larger content is slow.
 */
export const tilePixels = 512;

/** What the map's zoom, which counts in tiles 256 pixels wide, is more than its tiles' `z`. */
export const zoomAhead = 1;

/** Closest zoom that has tiles of its own; Leaflet enlarges them from there. */
export const maxTileZoom = 13;

/** Must be shown on the map: the labels' licence (CC BY 4.0) asks for it. Natural Earth asks for nothing. */
export const mapAttribution = 'Made with Natural Earth; place names © GeoNames (CC BY 4.0)';
