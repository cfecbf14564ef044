/** Must be shown where places are searched: the licence of the data (CC BY 4.0) asks for it. */
export const placesAttribution = 'Places © GeoNames (CC BY 4.0)';
