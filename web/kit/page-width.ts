/**
 * The width of a screen with too little to fill a wide window, which is then in its middle: one column of cards with
 * fields, or a record's few facts. Without one, a screen is as wide as lists.
 */
export type PageWidth = 'form' | 'record'
