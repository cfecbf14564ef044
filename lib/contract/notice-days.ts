/** This is a separate file, because browsers load it. */

export const noticeDayLimit = 366;
/** `Days` of the question “Is this still right?”, which each member gets once a year. */
export const yearlyDays = -(noticeDayLimit + 1);
