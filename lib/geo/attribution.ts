/** Must be shown on pages that search places: the data's licence (CC BY 4.0) requires it. */
export const placesAttribution = 'Places © GeoNames (CC BY 4.0)';
