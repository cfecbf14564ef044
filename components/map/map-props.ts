import type { DirectoryFilter } from '@/lib/directory/search';
import type { Box } from '@/lib/map/geo/box';
import type { MapBackground } from '@/lib/map/geo/map-background';
import type { Point } from '@/lib/map/geo/point';

export interface MapProps {
  filter: DirectoryFilter;
  background: MapBackground | null;
  /** The box of the members found, for the first view of the map page. null: it is not known yet, or there is none. */
  firstBox: Box | null;
  /**
   * Whether this is the map page, which draws the map at every width. The list page draws the map only if there is
   * room.
   */
  isPage: boolean;
  /** What was searched for and how many were found, such as "14 members within 25 km of Geelong". */
  title: string;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  /** The locations of the member whose card in the list is under the pointer or has the focus. */
  raised: Point[];
  onChoose: (entryId: string) => void;
  /** Called when the tiles of a view are drawn. */
  onTiles: () => void;
  /** The member whose pin is opened first. */
  opens: string | null;
}
