/** Why a member who is limited to locations can read an order and not change it. */
export const partOfOrder = 'Parts of this order are for locations you don’t have access to, so you can’t change it.'
