/** The data's licence (CC BY 4.0) requires that pages that search places show this text. */
export const placesAttribution = 'Places © GeoNames (CC BY 4.0)';
