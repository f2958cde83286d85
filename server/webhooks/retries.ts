const minute = 60
const hour = 60 * minute

/** Seconds to wait after so many attempts failed: soon at first, then longer and longer, and twice a day in the end. */
const pauses = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour]

/** The pause after the nth failed attempt, up to a tenth longer by chance, so that many don't come back at once. */
export function pauseSeconds(attempts: number, chance = Math.random()): number {
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? 0
  return Math.floor(pause * (1 + chance / 10))
}
