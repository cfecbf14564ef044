/**
 * Well-known areas that are neither towns nor states. Their middles and radii are our own estimates, by the towns that
 * people count among them.
 */
import { placeKey } from './place-key';
import type { Point } from './point';

export interface Area {
  name: string;
  /** What follows the name in a label: the city or state. */
  within: string;
  /** Two-letter ISO 3166-1 code. */
  country: string;
  /** Place keys of the name and of other names. */
  keys: string[];
  point: Point;
  radiusKm: number;
}

// Country | name; other names | within | latitude, longitude | radius in kilometres.
const lines = `
  AU | Northern Beaches | Sydney NSW | -33.73, 151.27 | 15
  AU | North Shore; Upper North Shore; Lower North Shore | Sydney NSW | -33.78, 151.17 | 10
  AU | Eastern Suburbs | Sydney NSW | -33.90, 151.25 | 7
  AU | Inner West | Sydney NSW | -33.89, 151.14 | 7
  AU | Western Sydney; Greater Western Sydney | NSW | -33.80, 150.90 | 25
  AU | Hills District | Sydney NSW | -33.72, 150.98 | 10
  AU | Sutherland Shire; The Shire | Sydney NSW | -34.04, 151.10 | 12
  AU | Blue Mountains | NSW | -33.70, 150.40 | 25
  AU | Central Coast | NSW | -33.36, 151.38 | 25
  AU | Hunter Valley; Hunter Region; The Hunter | NSW | -32.75, 151.45 | 45
  AU | Illawarra | NSW | -34.45, 150.87 | 25
  AU | Southern Highlands | NSW | -34.50, 150.42 | 30
  AU | South Coast NSW; South Coast | NSW | -35.60, 150.20 | 90
  AU | Northern Rivers | NSW | -28.80, 153.35 | 50
  AU | Mid North Coast | NSW | -31.40, 152.80 | 90
  AU | New England; New England NSW | NSW | -30.30, 151.50 | 100
  AU | Riverina | NSW | -35.00, 146.60 | 130
  AU | Snowy Mountains | NSW | -36.30, 148.60 | 60
  AU | Gippsland | VIC | -38.10, 146.70 | 110
  AU | East Gippsland | VIC | -37.75, 148.20 | 80
  AU | South Gippsland | VIC | -38.55, 145.95 | 45
  AU | Latrobe Valley | VIC | -38.22, 146.45 | 30
  AU | Mornington Peninsula; The Peninsula | VIC | -38.33, 145.05 | 25
  AU | Bellarine Peninsula; Bellarine; The Bellarine | VIC | -38.22, 144.58 | 18
  AU | Surf Coast | VIC | -38.37, 144.20 | 30
  AU | Great Ocean Road | VIC | -38.65, 143.60 | 80
  AU | Eastern Suburbs; Eastern Melbourne | Melbourne VIC | -37.83, 145.15 | 12
  AU | Northern Suburbs; Northern Melbourne | Melbourne VIC | -37.70, 144.98 | 12
  AU | Western Suburbs; Western Melbourne | Melbourne VIC | -37.80, 144.80 | 13
  AU | South Eastern Suburbs; South East Melbourne; Southern Suburbs | Melbourne VIC | -37.97, 145.15 | 15
  AU | Inner North | Melbourne VIC | -37.77, 144.97 | 5
  AU | Bayside | Melbourne VIC | -37.93, 145.01 | 8
  AU | Moreland; Merri-bek | Melbourne VIC | -37.74, 144.95 | 6
  AU | Yarra Ranges | VIC | -37.75, 145.50 | 30
  AU | South Western Sydney; South West Sydney | NSW | -33.95, 150.85 | 20
  AU | Yarra Valley | VIC | -37.68, 145.50 | 25
  AU | Dandenong Ranges; The Dandenongs; Dandenongs | VIC | -37.85, 145.36 | 12
  AU | Macedon Ranges | VIC | -37.35, 144.60 | 25
  AU | Goldfields; Central Victoria | VIC | -37.05, 144.15 | 65
  AU | Goulburn Valley | VIC | -36.45, 145.30 | 50
  AU | Western District | VIC | -38.10, 142.50 | 90
  AU | Wimmera | VIC | -36.60, 142.30 | 90
  AU | Mallee; The Mallee | VIC | -35.20, 142.20 | 120
  AU | Gold Coast | QLD | -28.02, 153.40 | 25
  AU | Sunshine Coast | QLD | -26.65, 153.07 | 30
  AU | Darling Downs | QLD | -27.60, 151.70 | 80
  AU | Scenic Rim | QLD | -28.00, 152.90 | 35
  AU | Redlands; Redland City | QLD | -27.57, 153.25 | 15
  AU | Moreton Bay | QLD | -27.22, 153.02 | 25
  AU | Fraser Coast | QLD | -25.35, 152.75 | 40
  AU | Whitsundays | QLD | -20.30, 148.65 | 50
  AU | Far North Queensland; FNQ | QLD | -16.90, 145.60 | 120
  AU | Adelaide Hills | SA | -35.00, 138.80 | 22
  AU | Barossa Valley; Barossa; The Barossa | SA | -34.53, 138.95 | 20
  AU | McLaren Vale; Fleurieu Peninsula; Fleurieu | SA | -35.40, 138.50 | 35
  AU | Yorke Peninsula | SA | -34.60, 137.60 | 70
  AU | Eyre Peninsula | SA | -33.80, 135.80 | 130
  AU | Riverland | SA | -34.25, 140.55 | 45
  AU | Limestone Coast | SA | -37.40, 140.60 | 80
  AU | Swan Valley | Perth WA | -31.82, 116.02 | 12
  AU | Perth Hills | WA | -31.97, 116.07 | 15
  AU | Margaret River Region | WA | -33.90, 115.10 | 40
  AU | Wheatbelt | WA | -31.60, 117.30 | 130
  AU | Pilbara | WA | -21.50, 118.50 | 350
  AU | Kimberley; The Kimberley | WA | -17.00, 126.00 | 400
  AU | Tamar Valley | TAS | -41.25, 146.98 | 35
  AU | Huon Valley | TAS | -43.05, 147.03 | 25
  AU | Top End | NT | -13.00, 131.50 | 250
  AU | Red Centre | NT | -24.00, 133.00 | 300
  US | San Francisco Bay Area; Bay Area; SF Bay Area | California | 37.70, -122.25 | 60
  US | East Bay | California | 37.83, -122.20 | 25
  US | South Bay; Silicon Valley | California | 37.33, -121.98 | 25
  US | Wine Country | California | 38.40, -122.50 | 40
  US | Inland Empire | California | 34.00, -117.30 | 45
  US | Orange County; OC | California | 33.72, -117.83 | 30
  US | San Fernando Valley; The Valley | Los Angeles | 34.20, -118.48 | 15
  US | Central Valley | California | 36.75, -119.80 | 180
  US | Central Coast | California | 35.40, -120.60 | 100
  US | SoCal; Southern California | California | 33.80, -117.60 | 160
  US | NorCal; Northern California | California | 38.80, -121.90 | 200
  US | Twin Cities | Minnesota | 44.96, -93.20 | 35
  US | Dallas–Fort Worth; DFW; Metroplex | Texas | 32.80, -97.00 | 60
  US | Hill Country; Texas Hill Country | Texas | 30.20, -98.80 | 90
  US | Puget Sound; Puget Sound Region | Washington | 47.55, -122.35 | 65
  US | South Florida | Florida | 26.15, -80.25 | 75
  US | Tampa Bay; Tampa Bay Area | Florida | 27.90, -82.60 | 45
  US | Florida Keys; The Keys | Florida | 24.75, -81.05 | 90
  US | Research Triangle; The Triangle | North Carolina | 35.88, -78.80 | 35
  US | Hampton Roads | Virginia | 36.95, -76.30 | 40
  US | DMV; Washington Metro Area; NoVA; Northern Virginia | Washington DC | 38.88, -77.10 | 35
  US | Hudson Valley | New York | 41.70, -73.95 | 65
  US | Long Island | New York | 40.80, -73.15 | 75
  US | Upstate New York; Upstate NY | New York | 42.90, -75.60 | 190
  US | Tri-State Area | New York | 40.80, -73.90 | 65
  US | Cape Cod; The Cape | Massachusetts | 41.70, -70.30 | 45
  US | Greater Boston | Massachusetts | 42.36, -71.10 | 35
  US | Lehigh Valley | Pennsylvania | 40.62, -75.45 | 30
  US | Chicagoland | Illinois | 41.88, -87.85 | 60
  US | Ozarks; The Ozarks | Missouri | 36.80, -92.90 | 150
  US | Las Vegas Valley | Nevada | 36.15, -115.17 | 25
  US | Valley of the Sun | Arizona | 33.45, -112.05 | 50
  US | Front Range | Colorado | 39.70, -104.95 | 110
  US | Wasatch Front | Utah | 40.75, -111.90 | 70
  US | Willamette Valley | Oregon | 44.70, -123.00 | 90
  US | Gulf Coast | United States | 29.90, -90.00 | 450
  GB | Greater London; Central London; Inner London | England | 51.51, -0.12 | 25
  GB | West End; West End London; London West End | London | 51.513, -0.135 | 3
  GB | East End; East London | London | 51.53, -0.03 | 9
  GB | North London | London | 51.59, -0.12 | 9
  GB | South London | London | 51.44, -0.09 | 10
  GB | West London | London | 51.51, -0.27 | 9
  GB | Home Counties | England | 51.50, -0.20 | 75
  GB | Bedfordshire | England | 52.08, -0.45 | 25
  GB | Berkshire; Royal County of Berkshire | England | 51.43, -1.00 | 40
  GB | Buckinghamshire; Bucks | England | 51.80, -0.80 | 40
  GB | Cambridgeshire; Cambs | England | 52.35, 0.00 | 45
  GB | Cheshire | England | 53.20, -2.55 | 40
  GB | Cornwall | England | 50.42, -4.85 | 70
  GB | County Durham | England | 54.70, -1.75 | 40
  GB | Cumbria | England | 54.55, -2.95 | 65
  GB | Derbyshire | England | 53.10, -1.55 | 45
  GB | Devon | England | 50.72, -3.75 | 65
  GB | Dorset | England | 50.80, -2.30 | 45
  GB | Essex | England | 51.75, 0.55 | 50
  GB | Gloucestershire; Glos | England | 51.83, -2.20 | 45
  GB | Hampshire; Hants | England | 51.06, -1.30 | 50
  GB | Herefordshire | England | 52.10, -2.75 | 35
  GB | Hertfordshire; Herts | England | 51.82, -0.23 | 30
  GB | Kent | England | 51.22, 0.75 | 60
  GB | Lancashire; Lancs | England | 53.85, -2.60 | 45
  GB | Leicestershire; Leics | England | 52.65, -1.15 | 35
  GB | Lincolnshire; Lincs | England | 53.10, -0.20 | 65
  GB | Norfolk | England | 52.67, 0.95 | 60
  GB | Northamptonshire; Northants | England | 52.28, -0.85 | 45
  GB | Northumberland | England | 55.25, -2.00 | 60
  GB | Nottinghamshire; Notts | England | 53.15, -1.00 | 40
  GB | Oxfordshire; Oxon | England | 51.77, -1.28 | 40
  GB | Rutland | England | 52.65, -0.63 | 15
  GB | Shropshire; Salop | England | 52.62, -2.72 | 45
  GB | Somerset | England | 51.12, -2.95 | 55
  GB | Staffordshire; Staffs | England | 52.82, -2.00 | 45
  GB | Suffolk | England | 52.20, 1.05 | 50
  GB | Surrey | England | 51.25, -0.42 | 35
  GB | Sussex; East Sussex; West Sussex | England | 50.95, -0.10 | 65
  GB | Warwickshire; Warks | England | 52.30, -1.55 | 40
  GB | Wiltshire; Wilts | England | 51.32, -1.92 | 50
  GB | Worcestershire; Worcs | England | 52.20, -2.17 | 35
  GB | Fife | Scotland | 56.23, -3.15 | 40
  GB | Aberdeenshire | Scotland | 57.25, -2.60 | 60
  GB | Ayrshire | Scotland | 55.55, -4.50 | 50
  GB | Lanarkshire | Scotland | 55.68, -3.80 | 40
  GB | Lothian; The Lothians | Scotland | 55.90, -3.15 | 35
  GB | Cotswolds; The Cotswolds | England | 51.83, -1.85 | 40
  GB | Peak District; The Peaks | England | 53.30, -1.80 | 30
  GB | Lake District; The Lakes | England | 54.45, -3.10 | 35
  GB | Yorkshire Dales; The Dales | England | 54.23, -2.15 | 40
  GB | North York Moors | England | 54.37, -0.90 | 30
  GB | Yorkshire | England | 53.90, -1.30 | 75
  GB | East Anglia | England | 52.40, 0.90 | 80
  GB | The Fens; Fens | England | 52.55, 0.10 | 40
  GB | West Country | England | 50.85, -3.30 | 130
  GB | South Downs | England | 50.93, -0.50 | 55
  GB | New Forest | England | 50.87, -1.60 | 20
  GB | Thames Valley | England | 51.60, -0.95 | 45
  GB | Black Country | England | 52.53, -2.05 | 15
  GB | East Midlands | England | 52.90, -1.00 | 70
  GB | West Midlands | England | 52.48, -1.95 | 55
  GB | The Potteries; Potteries | England | 53.02, -2.18 | 12
  GB | Wirral; The Wirral | England | 53.37, -3.07 | 15
  GB | Merseyside; Liverpool City Region | England | 53.42, -2.92 | 25
  GB | Greater Manchester | England | 53.50, -2.25 | 25
  GB | Tyneside; North Tyneside; South Tyneside | England | 54.98, -1.58 | 15
  GB | Wearside | England | 54.90, -1.40 | 12
  GB | Teesside; Tees Valley | England | 54.57, -1.23 | 20
  GB | Humberside | England | 53.70, -0.40 | 45
  GB | Solent; South Hampshire | England | 50.87, -1.25 | 30
  GB | South Wales | Wales | 51.60, -3.40 | 60
  GB | South Wales Valleys; The Valleys | Wales | 51.67, -3.30 | 25
  GB | North Wales | Wales | 53.10, -3.70 | 70
  GB | Mid Wales | Wales | 52.35, -3.60 | 55
  GB | Gower; Gower Peninsula | Wales | 51.60, -4.10 | 20
  GB | Snowdonia; Eryri | Wales | 52.95, -3.90 | 35
  GB | Scottish Highlands; Highlands; The Highlands | Scotland | 57.40, -4.60 | 120
  GB | Scottish Borders; The Borders | Scotland | 55.60, -2.80 | 45
  GB | Central Belt | Scotland | 55.90, -3.70 | 60
  GB | Isle of Skye; Skye | Scotland | 57.30, -6.25 | 45
  GB | Orkney; Orkney Islands | Scotland | 59.00, -3.00 | 50
  GB | Shetland; Shetland Islands | Scotland | 60.40, -1.25 | 65
  GB | Ulster | Northern Ireland | 54.65, -6.70 | 85
  DE | Ruhrgebiet; Ruhrpott; Ruhr; Ruhr Area | Nordrhein-Westfalen | 51.50, 7.20 | 40
  DE | Rhein-Main-Gebiet; Rhein-Main; Rhine-Main | Hessen | 50.08, 8.50 | 45
  DE | Rhein-Neckar; Rhein-Neckar-Kreis; Kurpfalz | Baden-Württemberg | 49.45, 8.60 | 30
  DE | Schwarzwald; Black Forest | Baden-Württemberg | 48.15, 8.20 | 70
  DE | Schwäbische Alb | Baden-Württemberg | 48.40, 9.40 | 60
  DE | Bodensee; Bodenseekreis; Lake Constance | Baden-Württemberg | 47.70, 9.40 | 35
  DE | Allgäu | Bayern | 47.70, 10.30 | 45
  DE | Franken; Franconia | Bayern | 49.60, 10.70 | 85
  DE | Oberbayern; Upper Bavaria | Bayern | 47.95, 11.70 | 75
  DE | Eifel | Rheinland-Pfalz | 50.25, 6.65 | 45
  DE | Pfalz; Palatinate | Rheinland-Pfalz | 49.40, 7.90 | 40
  DE | Sauerland | Nordrhein-Westfalen | 51.25, 8.20 | 45
  DE | Münsterland | Nordrhein-Westfalen | 51.95, 7.50 | 45
  DE | Niederrhein; Lower Rhine | Nordrhein-Westfalen | 51.50, 6.40 | 40
  DE | Ostwestfalen; Ostwestfalen-Lippe; OWL | Nordrhein-Westfalen | 51.95, 8.70 | 45
  DE | Harz | Niedersachsen | 51.80, 10.65 | 40
  DE | Lüneburger Heide | Niedersachsen | 53.10, 9.95 | 45
  DE | Ostfriesland; East Frisia | Niedersachsen | 53.45, 7.45 | 40
  DE | Erzgebirge | Sachsen | 50.60, 13.05 | 45
  IE | West of Ireland; Connemara | Ireland | 53.45, -9.60 | 60
  IE | Midlands; Irish Midlands | Ireland | 53.40, -7.60 | 60
  IE | Burren; The Burren | Ireland | 53.05, -9.05 | 25
  IE | Ring of Kerry | Ireland | 51.90, -9.90 | 45
  NZ | North Shore | Auckland | -36.78, 174.75 | 12
  NZ | South Auckland | Auckland | -37.00, 174.87 | 14
  NZ | West Auckland | Auckland | -36.88, 174.62 | 12
  NZ | Kapiti Coast; Kapiti | Wellington | -40.90, 175.02 | 25
  NZ | Hutt Valley | Wellington | -41.18, 174.95 | 18
  NZ | Wairarapa | Wellington | -41.00, 175.65 | 45
  NZ | Coromandel; The Coromandel | Waikato | -36.90, 175.60 | 50
  NZ | North Island | New Zealand | -38.70, 175.90 | 480
  NZ | South Island | New Zealand | -43.80, 170.70 | 480
  CA | Greater Toronto Area; GTA; Greater Toronto | Ontario | 43.75, -79.45 | 50
  CA | Golden Horseshoe | Ontario | 43.50, -79.60 | 90
  CA | Niagara Region; Niagara Peninsula | Ontario | 43.08, -79.25 | 35
  CA | Muskoka | Ontario | 45.05, -79.30 | 45
  CA | Lower Mainland; Greater Vancouver; Metro Vancouver | British Columbia | 49.18, -122.85 | 50
  CA | Fraser Valley | British Columbia | 49.10, -122.10 | 45
  CA | Okanagan; Okanagan Valley | British Columbia | 49.85, -119.50 | 80
  CA | Vancouver Island | British Columbia | 49.40, -125.00 | 190
  CA | Maritimes; The Maritimes | Canada | 45.80, -64.80 | 280
  CA | West Island | Montreal | 45.45, -73.82 | 15
`;

export const areas: readonly Area[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [country = '', names = '', within = '', point = '', radius = ''] = line
      .split('|')
      .map((part) => part.trim());
    const [name = '', ...others] = names.split('; ');
    const [latitude, longitude] = point.split(', ').map(Number);
    return {
      name,
      within,
      country,
      keys: [name, ...others].map(placeKey),
      point: { latitude: latitude ?? NaN, longitude: longitude ?? NaN },
      radiusKm: Number(radius),
    };
  });

/** The areas by name, and by name with their city or state: "northern beaches sydney". */
export const areasByKey: ReadonlyMap<string, readonly Area[]> = byKey();

function byKey(): Map<string, Area[]> {
  const found = new Map<string, Area[]>();
  for (const area of areas) {
    const within = placeKey(area.within);
    const [city = ''] = within.split(' ');
    const keys = area.keys.flatMap((key) => [key, `${key} ${within}`, `${key} ${city}`, `${key} of ${city}`]);
    for (const key of new Set(keys)) found.set(key, [...(found.get(key) ?? []), area]);
  }
  return found;
}
