/** A member with a secret value in every private field. Tests try to read these values. */
import { sampleLocation, sampleMember } from '@/lib/store/sample-members.fixture';

export const secretMember = (id: number, isApproved: boolean) =>
  sampleMember(
    id,
    {
      isApproved,
      expiryDate: '2031-03-04',
      joiningDate: '2011-05-06',
      amountOutstandingThousandths: 77_770,
      answers: [
        { extraId: 12, answer: 'Zanzibar' },
        { extraId: 13, answer: 'Quokka' },
      ],
      locations: [
        sampleLocation({
          id,
          email: 'secret@hidden.example',
          phone: '0399995555',
          address: '7 Secret Lane',
          postcode: '3777',
          latitude: -37.123456,
          longitude: 144.123456,
          precision: 'suburb',
        }),
      ],
    },
    {
      email: 'secret@hidden.example',
      phone: '0399995555',
      address: { address: '7 Secret Lane', suburb: 'Geelong', postcode: '3777', state: 'VIC', country: '' },
      mailingAddress: { address: 'PO Box 777', suburb: '', postcode: '', state: '', country: '' },
    },
  );
