import { field, group } from './field';
import { recordId } from './number-kinds';
import { email, line, optional, phone, text } from './text-kinds';

/** The maximum number of characters in a field. No real name, place or number is longer. */
const maxWords = 300;

export const addressFields = {
  Address: field('address', optional(text(1000)), {
    caption: 'Street',
    form: ['address', 1],
    access: 'addresses',
  }),
  Suburb: field('suburb', line(maxWords), { caption: 'Suburb', form: ['address', 2], access: 'open' }),
  Postcode: field('postcode', line(maxWords), {
    caption: 'Postcode',
    form: ['address', 3],
    access: 'addresses',
  }),
  State: field('state', line(maxWords), { caption: 'State', form: ['address', 4], access: 'open' }),
  Country: field('country', line(maxWords), { caption: 'Country', form: ['address', 5], access: 'open' }),
};

/** Fields of a person that the contract does not have. In responses they come after the contract's fields. */
export const ownUserFields = {
  // Add new fields here, with `isLater`.
};

/** The contract's `User`, and our own fields. */
export const userFields = {
  FirstName: field('firstName', line(maxWords), {
    caption: 'First name',
    own: 'approval',
    form: ['person', 2],
    access: 'names',
    headers:
      'first given givenname givennames forename forenames christianname contactnamefirst namefirst vorname prenom',
  }),
  LastName: field('lastName', line(maxWords), {
    caption: 'Last name',
    own: 'approval',
    form: ['person', 3],
    access: 'names',
    headers: 'last surname familyname contactnamelast namelast nachname zuname familienname nomdefamille',
  }),
  Title: field('title', line(maxWords), {
    caption: 'Title',
    own: 'approval',
    form: ['person', 1],
    access: 'names',
    headers: 'salutation honorific prefix nameprefix titel anrede civilite',
  }),
  Email: field('email', email, {
    caption: 'Email',
    form: ['contact', 1],
    access: 'contact',
    headers:
      'emailaddress mail primaryemail email1value email1address emailprimary mainemail hauptemail emailadresse mailadresse courriel mel adresseemail adressemail',
  }),
  Organisation: field('organisation', line(1000), {
    caption: 'Organisation',
    own: 'approval',
    form: ['person', 4],
    access: 'names',
    headers:
      'organization organizationname organisationname organization1name company companyname firm business businessname practice firmenname firma verein unternehmen societe entreprise raisonsociale organisme',
  }),
  Address: group('address', addressFields, {
    columnPrefix: '',
    cellPrefix: '',
    caption: 'Address',
    own: 'free',
    headers: {
      Address:
        'street streetaddress address1 homestreet address1street addressline1 residentialaddress addressprimaryline1 homeaddress strasse strassehausnummer strasseundhausnummer strassenr adresse anschrift rue adresse1',
      Suburb:
        'city town homecity address1city locality suburbtown addressprimarycity ort wohnort stadt ville commune',
      Postcode:
        'zip zipcode postalcode homepostalcode address1postalcode plz postleitzahl codepostal cp addressprimaryzip addressprimarypostalcode',
      State:
        'province region homestate address1region stateprovince addressprimarystate bundesland kanton departement',
      Country: 'nation homecountryregion homecountry address1country addressprimarycountry land pays',
    },
  }),
  MailingAddress: group('mailingAddress', addressFields, {
    access: 'addresses',
    captions: { Address: 'Street or post box' },
    form: 'mailing',
    caption: 'Postal address',
    own: 'free',
    columnPrefix: 'mailing_',
    cellPrefix: 'Mailing',
    headers: {
      Address:
        'postaladdress businessstreet poaddress mailingstreet postanschrift postadresse adressepostale',
      Suburb: 'postalsuburb businesscity mailingcity postalcity',
      Postcode: 'postalpostcode businesspostalcode mailingzip',
      State: 'postalstate businessstate',
      Country: 'postalcountry businesscountryregion businesscountry',
    },
  }),
  Phone: field('phone', phone, {
    caption: 'Phone',
    own: 'free',
    form: ['contact', 2],
    access: 'contact',
    headers:
      'telephone tel phonenumber homephone phone1value fullphone phoneprimary telefon telefonnummer telefonprivat telefonfestnetz festnetz telephonefixe fixe',
  }),
  WorkPhone: field('workPhone', phone, {
    caption: 'Work phone',
    own: 'free',
    form: ['contact', 3],
    access: 'contact',
    headers:
      'businessphone officephone phonework telefongeschaft telefongeschaftlich telefondienstlich telefonarbeit telephoneprofessionnel',
  }),
  Mobile: field('mobile', phone, {
    caption: 'Mobile',
    own: 'free',
    form: ['contact', 4],
    access: 'contact',
    headers:
      'mobilephone cell cellphone phone2value mobilenumber phonecell phonemobile mobil mobiltelefon handy handynummer telefonmobil portable telephoneportable telephonemobile',
  }),
  ...ownUserFields,
};

export const personFields = {
  ...userFields,
  ID: field('id', recordId, { isReadOnly: true, access: 'open' }),
};
