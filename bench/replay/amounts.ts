/** Sums of a replay: whole cents, and hundredths of a cent for unit costs. */

/** Everything is bought at six tenths of its list price. In hundredths of a cent. */
export const costOf = (price_cents: bigint) => price_cents * 60n
export const dollarsEach = (hundredths: bigint) => Number(hundredths) / 10_000
/** Rounds half up, like the server. */
export const wholeCents = (hundredths: bigint) => (hundredths + 50n) / 100n
export const dollars = (cents: bigint) => Number(cents) / 100
export const cents = (amount: number) => BigInt(Math.round(amount * 100))
export const sum = <T>(rows: readonly T[], value: (row: T) => bigint) =>
  rows.reduce((total, row) => total + value(row), 0n)
