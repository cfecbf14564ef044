import { officerGroupNames, officerGroups, officerLevels, type OfficerLevel } from '../officer-groups';
import type { OfficerGroupName } from '../officer-groups';
import { levelSetting } from './level-lines';

/** What chapter officers may see and change. */
export const officerAccess = levelSetting<OfficerGroupName, OfficerLevel>({
  names: officerGroupNames,
  levelsOf: (name) => officerGroups[name].levels,
  usualOf: (name) => officerGroups[name].usual,
  levels: officerLevels,
});
