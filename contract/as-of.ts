import { z } from 'zod'
import { dateBefore1970 } from './days.ts'
import { moment } from './fields.ts'

/**
 * The clock of a past moment. `happened`: the stock by the dates people entered, entries that were made later
 * included; it may be negative. `recorded`: what had been recorded by then; never negative.
 */
export const clocks = ['happened', 'recorded'] as const
export type Clock = (typeof clocks)[number]

const whenMessage = 'Enter a date, such as 2026-11-30, or a time, such as 2026-11-30T14:30'

/**
 * A moment to look back to. A day (`2026-06-30`) is its end, a time (`2026-06-30T14:05`) is that time, both in the
 * organization's time zone; with an offset (`2026-06-30T12:05:00Z`) it means the same everywhere. The server refuses
 * dates after the end of today.
 */
export const pastMoment = z
  .union([z.iso.date(), z.iso.datetime({ local: true }), moment], whenMessage)
  .refine((value) => value >= '1970', dateBefore1970)
  .refine((value) => value < '9999', whenMessage)

/**
 * The input of every read that supports past moments. Spread into its input; without `as_of` it returns the present.
 */
export const asOfInput = {
  as_of: pastMoment.optional(),
  by: z.enum(clocks).default('happened'),
}

/** The resolved moment, and the time zone in which a day or a time was interpreted. */
export const asOfAnswer = z.object({ at: moment, by: z.enum(clocks), time_zone: z.string() })
export type AsOfAnswer = z.output<typeof asOfAnswer>

/** The past stock of a product, and its value at the price and cost of that time (of what was on hand). */
export const stockAsOf = z.object({
  on_hand: z.number(),
  available: z.number(),
  reserved: z.number(),
  held: z.number(),
  in_transit: z.number(),
  incoming: z.number(),
  price: z.number(),
  /** 0 while unknown; then `value_at_cost` is 0 too. */
  cost_price: z.number(),
  cost_is_known: z.boolean(),
  value_at_price: z.number(),
  value_at_cost: z.number(),
})
