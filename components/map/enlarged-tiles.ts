import { DomUtil, point, TileLayer, type Coords, type InternalTiles, type LatLng, type Point } from 'leaflet';
import { lookUp } from '@/lib/base/look-up';
import { drawnPixels, tilePixels } from '@/lib/map/geo/tile-address';

interface Level {
  el: HTMLElement;
  origin: Point;
  zoom: number;
  /** How much its tiles are enlarged. Only during a zoom, the whole level is scaled in addition. */
  scale?: number;
}

type Tile = InternalTiles[string];

// Leaflet's types leave out what its own layers use.
declare module 'leaflet' {
  interface Map {
    _getNewPixelOrigin(center: LatLng, zoom: number): Point;
  }
  interface GridLayer {
    _levels: Record<string, Level>;
    _level?: Level;
    _setView(center: LatLng, zoom: number, noPrune?: boolean, noUpdate?: boolean): void;
    _clampZoom(zoom: number): number;
    _setZoomTransform(level: Level, center: LatLng, zoom: number): void;
    _addTile(coords: Coords, container: Node): void;
  }
}

/**
 * Vector tiles that are sharp at every zoom. Leaflet shows the tiles of the nearest whole zoom and scales them as
 * pictures, with seams between them. This layer shows the tiles of the whole zoom below. Each tile is laid out in its
 * size on the screen, between whole pixels, so that the browser draws it sharply and the next tile begins where it ends.
 */
export class EnlargedTiles extends TileLayer {
  private target = 0;

  override _setView(center: LatLng, zoom: number, noPrune?: boolean, noUpdate?: boolean): void {
    this.target = zoom;
    // During a zoom, the tiles keep their layout, because the level is animated from it.
    if (noPrune !== true) for (const level of Object.values(this._levels)) this.layOut(level);
    super._setView(center, zoom, noPrune, noUpdate);
  }

  override _clampZoom(rounded: number): number {
    return super._clampZoom(Math.min(rounded, Math.floor(this.target)));
  }

  override _setZoomTransform(level: Level, center: LatLng, zoom: number): void {
    level.scale ??= this._map.getZoomScale(this.target, level.zoom);
    const scale = this._map.getZoomScale(zoom, level.zoom);
    const corner = level.origin
      .multiplyBy(scale)
      .subtract(this._map._getNewPixelOrigin(center, zoom))
      .round();
    DomUtil.setTransform(level.el, corner, scale / level.scale);
  }

  override _addTile(coords: Coords, container: Node): void {
    super._addTile(coords, container);
    const tile = lookUp(this._tiles, this._tileCoordsToKey(coords));
    if (tile !== undefined && this._level !== undefined) this.place(tile, this._level);
  }

  private layOut(level: Level): void {
    const scale = this._map.getZoomScale(this.target, level.zoom);
    if (level.scale === scale) return;
    level.scale = scale;
    for (const tile of Object.values(this._tiles)) if (tile.coords.z === level.zoom) this.place(tile, level);
  }

  private place({ coords, el }: Tile, { origin, scale = 1 }: Level): void {
    const corner = ({ x, y }: Point) =>
      point(x, y).scaleBy(this.getTileSize()).subtract(origin).multiplyBy(scale).round();
    const from = corner(coords);
    const { x: width, y: height } = corner(coords.add([1, 1])).subtract(from);
    DomUtil.setPosition(el, from);
    el.style.width = `${(width * drawnPixels) / tilePixels}px`;
    el.style.height = `${(height * drawnPixels) / tilePixels}px`;
  }
}
