/** Small files in the format of other systems and spreadsheets, made by hand from their documentation. */
export interface KnownFile {
  lines: string[];
  /** Values that the file lacks and the operator adds. */
  set: [field: string, value: string][];
  published: string[];
  first: {
    number?: string;
    email: string;
    suburb?: string;
    type: string;
    joined?: string;
    expiry: string | null;
  };
  externalIds: string[];
}

export const knownFiles: Record<string, KnownFile> = {
  'Wild Apricot': {
    lines: [
      'User ID,First name,Last name,Organization,Email,Phone,Archived,Created on,Member since,Renewal due,Membership level,Membership status,Membership enabled,Suspended member,Balance',
      '5101,Ann,Lee,,ann@example.org,555 0100,no,2019-01-02,2019-01-02,2099-06-30,Full,Active,yes,no,0',
      '5102,Bo,Ng,,bo@example.org,,no,2019-01-02,2019-01-02,2020-06-30,Full,Lapsed,yes,no,0',
      '5103,Cy,Ho,,cy@example.org,,no,2019-01-02,2019-01-02,2099-06-30,Full,Active,yes,yes,0',
      '5104,Di,Im,,di@example.org,,yes,2019-01-02,2019-01-02,2099-06-30,Full,Active,yes,no,0',
      '5105,Ed,Jo,,ed@example.org,,no,2019-01-02,,2099-06-30,Full,Pending - New,yes,no,120.00',
    ],
    set: [],
    published: ['Ann Lee'],
    first: { email: 'ann@example.org', type: 'Full', joined: '2019-01-02', expiry: '2099-06-30' },
    externalIds: ['5101', '5102', '5103', '5104', '5105'],
  },
  CiviCRM: {
    lines: [
      'Internal Contact ID,Contact Type,First Name,Last Name,Street Address,City,Postal Code,State,Country,Latitude,Longitude,Email,Phone,Membership ID,Membership Type,Member Since,Membership Start Date,Membership Expiration Date,Membership Status,Is Deceased',
      '11,Individual,Ann,Lee,1 Home Street,Geelong,3220,VIC,Australia,-38.15,144.36,ann@example.org,555 0100,71,General,2019-01-02,2026-01-01,2099-12-31,Current,0',
      '12,Individual,Bo,Ng,2 Home Street,Lara,3212,VIC,Australia,-38.02,144.4,bo@example.org,,72,General,2019-01-02,2026-01-01,2099-12-31,Deceased,1',
      '13,Individual,Cy,Ho,3 Home Street,Lara,3212,VIC,Australia,-38.02,144.4,cy@example.org,,73,General,2019-01-02,2026-01-01,2099-12-31,Cancelled,0',
      '14,Individual,Di,Im,4 Home Street,Lara,3212,VIC,Australia,-38.02,144.4,di@example.org,,74,General,2019-01-02,2026-01-01,2099-12-31,New,1',
    ],
    set: [],
    published: ['Ann Lee'],
    first: {
      email: 'ann@example.org',
      suburb: 'Geelong',
      type: 'General',
      joined: '2019-01-02',
      expiry: '2099-12-31',
    },
    externalIds: ['11', '12', '13', '14', '71', '72', '73', '74'],
  },
  MemberClicks: {
    lines: [
      '[Profile ID],[Contact Name | First],[Contact Name | Last],[Organization],[Email | Primary],[Phone | Primary],[Address | Primary | Line 1],[Address | Primary | City],[Address | Primary | State],[Address | Primary | Zip],[Member Number],[Member Type],[Member Status],[Join Date],[Expiration Date]',
      '9001,Ann,Lee,,ann@example.org,555 0100,1 Home Street,Springfield,IL,62701,M-1,Professional,Active,01/02/2019,12/31/2099',
      '9002,Bo,Ng,,bo@example.org,,2 Home Street,Springfield,IL,62701,M-2,Professional,Inactive,01/02/2019,12/31/2099',
      '9003,Cy,Ho,,cy@example.org,,3 Home Street,Springfield,IL,62701,M-3,Professional,Expired,01/02/2019,12/31/2019',
    ],
    set: [],
    published: ['Ann Lee'],
    first: {
      number: 'M-1',
      email: 'ann@example.org',
      suburb: 'Springfield',
      type: 'Professional',
      joined: '2019-01-02',
      expiry: '2099-12-31',
    },
    externalIds: ['9001', '9002', '9003'],
  },
  Tendenci: {
    lines: [
      'first_name,last_name,email,phone,address,city,state,zipcode,country,company,member_number,membership_type,join_dt,expire_dt,status,status_detail',
      'Ann,Lee,ann@example.org,555 0100,1 Home Street,Houston,TX,77001,United States,,T-1,Regular,2019-01-02 00:00:00,2099-12-31 00:00:00,True,active',
      'Bo,Ng,bo@example.org,,2 Home Street,Houston,TX,77001,United States,,T-2,Regular,2019-01-02 00:00:00,2099-12-31 00:00:00,True,archive',
      'Cy,Ho,cy@example.org,,3 Home Street,Houston,TX,77001,United States,,T-3,Regular,2019-01-02 00:00:00,2099-12-31 00:00:00,True,pending',
      'Di,Im,di@example.org,,4 Home Street,Houston,TX,77001,United States,,T-4,Regular,2019-01-02 00:00:00,2099-12-31 00:00:00,False,active',
    ],
    set: [],
    published: ['Ann Lee'],
    first: {
      number: 'T-1',
      email: 'ann@example.org',
      suburb: 'Houston',
      type: 'Regular',
      joined: '2019-01-02',
      expiry: '2099-12-31',
    },
    externalIds: [],
  },
  hitobito: {
    lines: [
      'Vorname;Nachname;Übername;Firmenname;Firma;Haupt-E-Mail;Adresse;PLZ;Ort;Land;Geschlecht;Geburtstag;Rollen',
      'Anna;Muster;Ameise;;nein;anna@example.org;Seestrasse 1;3000;Bern;Schweiz;w;01.02.1980;Mitglied Bern',
      'Beat;Kern;;Kern AG;ja;beat@example.org;Hauptgasse 2;8000;Zürich;Schweiz;m;;Firmenmitglied Zürich',
    ],
    set: [['ExpiryDate', '2099-12-31']],
    published: ['Anna Muster', 'Kern AG'],
    first: { email: 'anna@example.org', suburb: 'Bern', type: 'Mitglied Bern', expiry: '2099-12-31' },
    externalIds: [],
  },
  'an English spreadsheet': {
    lines: [
      'Membership No.,Name,E-mail address,Telephone,Town,Postcode,Membership grade,Date of joining,Paid until,Status',
      'A-1,Ann Lee,ann@example.org,01632 960001,Leeds,LS1 1AA,Fellow,2 January 2019,31/12/2099,Active',
      'A-2,Bo Ng,bo@example.org,,Leeds,LS1 1AA,Fellow,2 January 2019,31/12/2099,Resigned',
      'A-3,Cy Ho,cy@example.org,,Leeds,LS1 1AA,Fellow,2 January 2019,31/12/2099,Suspended',
    ],
    set: [],
    published: ['Ann Lee'],
    first: {
      number: 'A-1',
      email: 'ann@example.org',
      suburb: 'Leeds',
      type: 'Fellow',
      joined: '2019-01-02',
      expiry: '2099-12-31',
    },
    externalIds: [],
  },
  'a German spreadsheet': {
    lines: [
      'Mitglieds-Nr.;Anrede;Vorname;Name;Straße;PLZ;Ort;E-Mail-Adresse;Telefon;Handy;Mitgliedsart;Eintrittsdatum;Gültig bis;Offener Betrag;Status;Abteilung',
      'D-1;Frau;Anna;Muster;Seestraße 1;10115;Berlin;anna@example.org;030 123456;0151 1234567;Vollmitglied;02.01.2019;31.12.2099;1.234,50 €;aktiv;Nord',
      'D-2;Herr;Beat;Kern;Seestraße 2;10115;Berlin;beat@example.org;;;Vollmitglied;02.01.2019;31.12.2099;0,00 €;gekündigt;Nord',
      'D-3;Herr;Carl;Lang;Seestraße 3;10115;Berlin;carl@example.org;;;Vollmitglied;02.01.2019;31.12.2099;-5,00 €;verstorben;Nord',
      'D-4;Frau;Dora;Mai;Seestraße 4;10115;Berlin;dora@example.org;;;Vollmitglied;02.01.2019;31.12.2099;0;ruhend;Nord',
    ],
    set: [],
    published: ['Anna Muster'],
    first: {
      number: 'D-1',
      email: 'anna@example.org',
      suburb: 'Berlin',
      type: 'Vollmitglied',
      joined: '2019-01-02',
      expiry: '2099-12-31',
    },
    externalIds: [],
  },
  'a French spreadsheet': {
    lines: [
      'N° adhérent;Civilité;Nom;Prénom;Adresse;Code postal;Ville;Pays;Courriel;Téléphone portable;Type d’adhésion;Date d’adhésion;Date de fin;Solde;Statut',
      'F-1;Mme;Dupont;Anne;1 rue du Lac;69001;Lyon;France;anne@example.org;06 12 34 56 78;Titulaire;2 janvier 2019;31/12/2099;0,00;À jour',
      'F-2;M.;Petit;Bruno;2 rue du Lac;69001;Lyon;France;bruno@example.org;;Titulaire;2 janvier 2019;31/12/2099;0,00;Radié',
      'F-3;M.;Roux;Carl;3 rue du Lac;69001;Lyon;France;carl@example.org;;Titulaire;2 janvier 2019;31/12/2099;0,00;Décédé',
      'F-4;Mme;Blanc;Denise;4 rue du Lac;69001;Lyon;France;denise@example.org;;Titulaire;2 janvier 2019;31/12/2099;0,00;En attente',
    ],
    set: [],
    published: ['Anne Dupont'],
    first: {
      number: 'F-1',
      email: 'anne@example.org',
      suburb: 'Lyon',
      type: 'Titulaire',
      joined: '2019-01-02',
      expiry: '2099-12-31',
    },
    externalIds: [],
  },
};
