import type { DirectoryFilter } from '@/lib/directory/search';
import type { MapBackground } from '@/lib/geo/map-background';
import type { Point } from '@/lib/geo/point';

/** The map's input, and its callbacks to the page. */
export interface MapProps {
  filter: DirectoryFilter;
  background: MapBackground | null;
  /**
   * Whether this is the map page, which draws the map at every width. The list's page draws it only if there is room.
   */
  isPage: boolean;
  /** The map fills the screen. */
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  /** The locations of the member whose card is pointed at. */
  raised: Point[];
  onChoose: (entryId: string) => void;
}
