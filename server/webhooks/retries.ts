const minute = 60
const hour = 60 * minute

/** Seconds to wait after this many failed attempts: short at first, then longer and longer, finally twice a day. */
const pauses = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour]

/** The pause after the nth failed attempt, randomly extended by up to a tenth, so that many don't return at once. */
export function pauseSeconds(attempts: number, chance = Math.random()): number {
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? 0
  return Math.floor(pause * (1 + chance / 10))
}
