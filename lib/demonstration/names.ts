/** A mix of names as in Australian registers. All combinations are invented. */

export const firstNames = words(`
  Charlotte Oliver Amelia Noah Isla Jack Olivia William Mia Henry Ava Leo Grace Lucas Chloe Thomas Ella James Sophie
  Lachlan Matilda Hamish Georgia Angus Eliza Callum Imogen Declan Harriet Fergus Bridget Rory Siobhán Niamh Aoife
  Giulia Marco Francesca Matteo Eleni Dimitri Sofia Kosta Ivana Luka Ana Zoran Agnieszka Paweł Tomasz Søren Freya
  Björn Astrid Anaïs Étienne Renée José María Tomás Inês João Priya Arjun Ananya Rohan Deepika Vikram Meera Sanjay
  Wei Jing Mei Xin Hao Yan Ling Jun Linh Thanh Minh Trang Quân Hương Yuki Haruto Aiko Kenji Ji-woo Min-jun Seo-yeon
  Fatima Omar Layla Yusuf Amina Hassan Nour Tariq Aroha Tane Mere Sione Talia Kofi Amara Chidi Thandiwe Siti Putri
`);

export const lastNames = words(`
  Smith Jones Williams Brown Wilson Taylor Johnson White Martin Anderson Thompson Walker Harris Campbell Stewart
  Robinson Kelly Ryan O'Brien O'Connor Murphy Byrne Gallagher McDonald MacDonald McKenzie Fraser Sinclair Whitfield
  Hargreaves Pemberton Ashcroft Bellamy Carmody Dempsey Eastwood Fairweather Goddard Hollingworth Kingsley Lockwood
  Rossi Russo Ferrari Esposito Romano Papadopoulos Georgiou Nikolaidis Kovačević Jovanović Petrović Horvat Novák
  Nowak Wiśniewski Kowalczyk Müller Schröder Jørgensen Åkesson Östlund Lefèvre Muñoz García Fernández Gonçalves Silva
  Patel Sharma Singh Kaur Reddy Nair Iyer Gupta Chen Wang Li Zhang Liu Huang Lin Wong Chan Lee Nguyễn Trần Lê Phạm
  Hoàng Võ Đặng Tanaka Sato Nakamura Kim Park Choi Hussein Rahman Haddad Khoury Mansour Abdi Okafor Mensah Ngata
  Parata Tuilagi Santos Reyes Wijaya Zhu Żak Ó_Súilleabháin van_der_Berg de_Silva von_Rothenburg ten_Broek D'Angelo
`);

/** A practice's name begins with one of these, or with its suburb, and ends with one of `practiceSuffixes`. */
export const practicePrefixes = words(`
  Bayside Southern_Cross_Road Riverbend Coastal Summit Wattle_Street Banksia Lighthouse Harbour Ironbark Kookaburra
  Saltwater Northside Parkside Blue_Gum Magpie_Lane Clocktower Mill_Lane Heathland Brolga Hilltop Lakeside
`);

export const practiceSuffixes = [
  'Physiotherapy',
  'Physio & Pilates',
  'Sports & Spinal',
  'Physiotherapy Centre',
  'Movement Clinic',
  'Hand & Upper Limb Therapy',
  'Kids Physio',
  "Women's & Pelvic Health",
  'Rehabilitation',
  'Physio Group',
];

export const streets = words(`
  High_Street Station_Street Church_Street Victoria_Street Albert_Road Railway_Parade Park_Avenue King_Street
  Beach_Road Market_Street Bridge_Street George_Street Wattle_Grove Banksia_Drive William_Street Queens_Parade
`);

/** An underscore stands for a space within a name. */
function words(text: string): string[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' '));
}
