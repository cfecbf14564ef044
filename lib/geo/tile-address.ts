/** What a browser must know of our map tiles; apart from the drawing of them, so that it can be sent there. */

/** Raised with every change to what tiles look like: their addresses are kept by browsers for a year. */
const tileVersion = 1;

/** Where our tiles are; for Leaflet, after `{theme}` is replaced. */
export const tileUrlTemplate = `/tiles/{theme}/{z}/{x}/{y}.svg?v=${tileVersion}`;

/** Closest zoom that has tiles of its own; Leaflet enlarges them from there. */
export const maxTileZoom = 14;

/** Must be shown on the map: the labels' licence (CC BY 4.0) asks for it. Natural Earth asks for nothing. */
export const mapAttribution = 'Made with Natural Earth; place names © GeoNames (CC BY 4.0)';
