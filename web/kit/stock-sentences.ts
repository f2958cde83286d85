/** The four forms of a sentence: for one unit and for several, with and without the product's name. */
type Sentences = Readonly<{ one: string; other: string; oneOfProduct: string; otherOfProduct: string }>

/** What happened to units in one posting, as complete sentences. `{from}` and `{to}` are names of locations. */
export const stockSentences = {
  counted_more: {
    one: 'Counted {count} more unit',
    other: 'Counted {count} more units',
    oneOfProduct: 'Counted {count} more unit of {product}',
    otherOfProduct: 'Counted {count} more units of {product}',
  },
  counted_fewer: {
    one: 'Counted {count} fewer unit',
    other: 'Counted {count} fewer units',
    oneOfProduct: 'Counted {count} fewer unit of {product}',
    otherOfProduct: 'Counted {count} fewer units of {product}',
  },
  opening: {
    one: 'Opening stock of {count} unit',
    other: 'Opening stock of {count} units',
    oneOfProduct: 'Opening stock of {count} unit of {product}',
    otherOfProduct: 'Opening stock of {count} units of {product}',
  },
  rerouted: {
    one: 'Rerouted {count} incoming unit',
    other: 'Rerouted {count} incoming units',
    oneOfProduct: 'Rerouted {count} incoming unit of {product}',
    otherOfProduct: 'Rerouted {count} incoming units of {product}',
  },
  rerouted_to: {
    one: 'Rerouted {count} incoming unit to {to}',
    other: 'Rerouted {count} incoming units to {to}',
    oneOfProduct: 'Rerouted {count} incoming unit of {product} to {to}',
    otherOfProduct: 'Rerouted {count} incoming units of {product} to {to}',
  },
  ordered: {
    one: 'Ordered {count} unit',
    other: 'Ordered {count} units',
    oneOfProduct: 'Ordered {count} unit of {product}',
    otherOfProduct: 'Ordered {count} units of {product}',
  },
  incoming_removed: {
    one: 'Removed {count} unit from incoming',
    other: 'Removed {count} units from incoming',
    oneOfProduct: 'Removed {count} unit of {product} from incoming',
    otherOfProduct: 'Removed {count} units of {product} from incoming',
  },
  received: {
    one: 'Received {count} unit',
    other: 'Received {count} units',
    oneOfProduct: 'Received {count} unit of {product}',
    otherOfProduct: 'Received {count} units of {product}',
  },
  received_on_hold: {
    one: 'Received {count} unit on hold',
    other: 'Received {count} units on hold',
    oneOfProduct: 'Received {count} unit of {product} on hold',
    otherOfProduct: 'Received {count} units of {product} on hold',
  },
  reserved: {
    one: 'Reserved {count} unit',
    other: 'Reserved {count} units',
    oneOfProduct: 'Reserved {count} unit of {product}',
    otherOfProduct: 'Reserved {count} units of {product}',
  },
  reservation_moved: {
    one: 'Moved the reservation of {count} unit',
    other: 'Moved the reservation of {count} units',
    oneOfProduct: 'Moved the reservation of {count} unit of {product}',
    otherOfProduct: 'Moved the reservation of {count} units of {product}',
  },
  reservation_released: {
    one: 'Released {count} unit from orders',
    other: 'Released {count} units from orders',
    oneOfProduct: 'Released {count} unit of {product} from orders',
    otherOfProduct: 'Released {count} units of {product} from orders',
  },
  sold: {
    one: 'Sold {count} unit',
    other: 'Sold {count} units',
    oneOfProduct: 'Sold {count} unit of {product}',
    otherOfProduct: 'Sold {count} units of {product}',
  },
  shipped: {
    one: 'Shipped {count} unit',
    other: 'Shipped {count} units',
    oneOfProduct: 'Shipped {count} unit of {product}',
    otherOfProduct: 'Shipped {count} units of {product}',
  },
  returned: {
    one: 'Returned {count} unit',
    other: 'Returned {count} units',
    oneOfProduct: 'Returned {count} unit of {product}',
    otherOfProduct: 'Returned {count} units of {product}',
  },
  returned_on_hold: {
    one: 'Returned {count} unit, on hold',
    other: 'Returned {count} units, on hold',
    oneOfProduct: 'Returned {count} unit of {product}, on hold',
    otherOfProduct: 'Returned {count} units of {product}, on hold',
  },
  returned_to_supplier: {
    one: 'Returned {count} unit to the supplier',
    other: 'Returned {count} units to the supplier',
    oneOfProduct: 'Returned {count} unit of {product} to the supplier',
    otherOfProduct: 'Returned {count} units of {product} to the supplier',
  },
  sent: {
    one: 'Sent {count} unit',
    other: 'Sent {count} units',
    oneOfProduct: 'Sent {count} unit of {product}',
    otherOfProduct: 'Sent {count} units of {product}',
  },
  sent_to: {
    one: 'Sent {count} unit to {to}',
    other: 'Sent {count} units to {to}',
    oneOfProduct: 'Sent {count} unit of {product} to {to}',
    otherOfProduct: 'Sent {count} units of {product} to {to}',
  },
  arrived: {
    one: '{count} unit arrived',
    other: '{count} units arrived',
    oneOfProduct: '{count} unit of {product} arrived',
    otherOfProduct: '{count} units of {product} arrived',
  },
  arrived_at: {
    one: '{count} unit arrived at {to}',
    other: '{count} units arrived at {to}',
    oneOfProduct: '{count} unit of {product} arrived at {to}',
    otherOfProduct: '{count} units of {product} arrived at {to}',
  },
  transfer_cancelled: {
    one: 'Cancelled the transfer of {count} unit',
    other: 'Cancelled the transfer of {count} units',
    oneOfProduct: 'Cancelled the transfer of {count} unit of {product}',
    otherOfProduct: 'Cancelled the transfer of {count} units of {product}',
  },
  put_on_hold: {
    one: 'Put {count} unit on hold',
    other: 'Put {count} units on hold',
    oneOfProduct: 'Put {count} unit of {product} on hold',
    otherOfProduct: 'Put {count} units of {product} on hold',
  },
  added_on_hold: {
    one: 'Added {count} unit on hold',
    other: 'Added {count} units on hold',
    oneOfProduct: 'Added {count} unit of {product} on hold',
    otherOfProduct: 'Added {count} units of {product} on hold',
  },
  released_from_hold: {
    one: 'Released {count} unit from hold',
    other: 'Released {count} units from hold',
    oneOfProduct: 'Released {count} unit of {product} from hold',
    otherOfProduct: 'Released {count} units of {product} from hold',
  },
  scrapped: {
    one: 'Scrapped {count} unit',
    other: 'Scrapped {count} units',
    oneOfProduct: 'Scrapped {count} unit of {product}',
    otherOfProduct: 'Scrapped {count} units of {product}',
  },
  lost: {
    one: 'Lost {count} unit',
    other: 'Lost {count} units',
    oneOfProduct: 'Lost {count} unit of {product}',
    otherOfProduct: 'Lost {count} units of {product}',
  },
  moved: {
    one: 'Moved {count} unit from {from} to {to}',
    other: 'Moved {count} units from {from} to {to}',
    oneOfProduct: 'Moved {count} unit of {product} from {from} to {to}',
    otherOfProduct: 'Moved {count} units of {product} from {from} to {to}',
  },
  added: {
    one: 'Added {count} unit',
    other: 'Added {count} units',
    oneOfProduct: 'Added {count} unit of {product}',
    otherOfProduct: 'Added {count} units of {product}',
  },
  removed: {
    one: 'Removed {count} unit',
    other: 'Removed {count} units',
    oneOfProduct: 'Removed {count} unit of {product}',
    otherOfProduct: 'Removed {count} units of {product}',
  },
} as const satisfies Readonly<Record<string, Sentences>>

export type StockAct = keyof typeof stockSentences
