/** Fields of a membership that the contract does not have. In responses they come after the payment fields. */
export const ownMembershipFields = {
  // Add new fields here, with `isLater`.
};
