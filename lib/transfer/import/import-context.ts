import type { Store } from '@/lib/store/database';
import type { Clock } from '@/lib/base/clock';
import type { ImportProgress } from '@/lib/contract/office-imports';
import type { AreaCentre } from '@/lib/store/location-document';
import type { Cause } from '@/lib/store/journal';
import type { Tombstone } from '@/lib/store/tombstone';
import type { Mapping } from './mapping';
import type { ColumnSamples } from './column-samples';
import type { BadValue } from './import-error';

export interface ImportContext {
  store: Store;
  clock: Clock;
  areaCentre: AreaCentre;
  cause: Cause;
  /** This installation's erasures, including those of removed organisations. Absent: none. */
  listedErasures?: readonly Tombstone[];
  /**
   * Called when it is known how each column is read. `contents` describes the columns that are not imported. Its key is
   * the index of the column. `samples` has some cells of all columns.
   */
  onMapping?: (mapping: Mapping, contents: Map<number, string>, samples: ColumnSamples) => void;
  /** Called with the skipped rows before the commit. An error prevents the commit. */
  onBadRows?: (problems: BadValue[]) => Promise<void>;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}
