/** Why a member who is limited to locations can read an order and not change it, and who can. */
export const partOfOrder =
  'Parts of this order are for locations you don’t have access to. A member with access to all of them can change or cancel it.'
