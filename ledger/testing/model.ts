/**
 * The ledger's rules a second time, in memory: over whole numbers (units × 10,000), written to be read, not to be fast.
 * Only tests use it: the same commands run here and in the database, and must agree after every one.
 */

export type Account = 'available' | 'reserved' | 'held'
const accounts: readonly string[] = ['available', 'reserved', 'held'] satisfies Account[]
export type LevelKey = { product: string; location: string; lot: string }
type Level = LevelKey & Record<Account, number>
type End = { account: string; level: Level | null }
export type Leg = { from: End; to: End; quantity: number; line?: string }
type Demand = {
  line: string
  product: string
  location: string | null
  wanted: number
  fulfilled: number
  placed: number
}
type Commitment = LevelKey & { line: string; quantity: number }
export type Refused = { refused: string; asked?: number; available?: number }
export type Outcome = { legs: Leg[] } | Refused

export type World = {
  defaultLocation: string
  /** The lots of a product in picking order: the first to expire first. */
  lotOrder: readonly string[]
  levels: Map<string, Level>
  demands: Map<string, Demand>
  commitments: Map<string, Commitment>
}

export type MoveRequest = {
  product: string
  quantity: number
  from: string
  to: string
  fromLocation?: string | null
  fromLot?: string | null
  toLocation?: string | null
  toLot?: string | null
  line?: string
  upTo?: boolean
  mayUnreserve?: boolean
}

export function emptyWorld(defaultLocation: string, lotOrder: readonly string[]): World {
  return { defaultLocation, lotOrder, levels: new Map(), demands: new Map(), commitments: new Map() }
}

const isInside = (account: string): account is Account => accounts.includes(account)
const keyOf = ({ product, location, lot }: LevelKey) => `${product} ${location} ${lot}`

function levelAt(world: World, at: LevelKey): Level {
  const existing = world.levels.get(keyOf(at))
  if (existing) return existing
  const level = { ...at, available: 0, reserved: 0, held: 0 }
  world.levels.set(keyOf(at), level)
  return level
}

/** Units of a demand that are reserved now, at one location or all. */
export function committed(world: World, line: string, at?: LevelKey): number {
  let sum = 0
  for (const one of world.commitments.values()) {
    if (one.line === line && (!at || keyOf(one) === keyOf(at))) sum += one.quantity
  }
  return sum
}

/** Runs one movement: all of it, or a refusal that changes nothing. */
export function move(world: World, request: MoveRequest): Outcome {
  return atomically(world, (draft) => moveIn(draft, request))
}

/** Sets on hand of one location; `seen` is what the counter saw. */
export function count(world: World, at: LevelKey, seen: number, to: number): Outcome {
  const level = levelAt(world, at)
  const present = level.available + level.reserved
  if (seen !== present) return { refused: 'conflict' }
  if (to === present) return { legs: [] }
  const { product, location, lot } = at
  if (to > present) {
    return move(world, {
      product,
      quantity: to - present,
      from: 'adjustment',
      to: 'available',
      toLocation: location,
      toLot: lot,
    })
  }
  return move(world, {
    product,
    quantity: present - to,
    from: 'available',
    to: 'adjustment',
    fromLocation: location,
    fromLot: lot,
    mayUnreserve: true,
  })
}

/** Reverses a posting: its legs in reverse order with swapped ends, except those between available and reserved. */
export function reverse(world: World, legs: readonly Leg[]): Outcome {
  return atomically(world, (draft) => {
    const back: Leg[] = []
    for (const leg of legs.toReversed()) {
      if (leg.from.account === 'reserved' || leg.to.account === 'reserved') continue
      const from = endAgain(draft, leg.to)
      const there = from.level ? from.level[from.account as Account] : Number.POSITIVE_INFINITY
      if (there < leg.quantity) return { refused: 'insufficient_stock' }
      back.push(apply(draft, { from, to: endAgain(draft, leg.from), quantity: leg.quantity }))
    }
    return { legs: back }
  })
}

/** Reserves what is available for all waiting demands, oldest first. */
export function fill(world: World, product: string): Outcome {
  const waiting = [...world.demands.values()]
    .filter((demand) => demand.product === product && demand.fulfilled < demand.wanted)
    .toSorted((a, b) => a.placed - b.placed || compare(a.line, b.line))
  const legs: Leg[] = []
  for (const demand of waiting) {
    const outcome = reserve(world, demand.line)
    if ('legs' in outcome) legs.push(...outcome.legs)
  }
  return { legs }
}

/** Reserves up to what a demand still wants. */
export function reserve(world: World, line: string): Outcome {
  const demand = demandOf(world, line)
  const wants = demand.wanted - demand.fulfilled - committed(world, line)
  if (wants === 0) return { legs: [] }
  const { product, location } = demand
  return move(world, {
    product,
    quantity: wants,
    from: 'available',
    to: 'reserved',
    fromLocation: location,
    line,
    upTo: true,
  })
}

export function demandOf(world: World, line: string): Demand {
  const demand = world.demands.get(line)
  if (!demand) throw new Error(`no demand ${line}`)
  return demand
}

function moveIn(world: World, request: MoveRequest): Outcome {
  if (!isInside(request.from) && request.from !== 'reserved_then_available') {
    const location = request.toLocation ?? productLocation(world, request.product)
    const level = levelAt(world, { product: request.product, location, lot: request.toLot ?? request.product })
    const from = { account: request.from, level: null }
    return { legs: [apply(world, { from, to: { account: request.to, level }, quantity: request.quantity })] }
  }
  const chosen = choose(world, request)
  if ('refused' in chosen) return chosen
  const legs: Leg[] = []
  for (const step of chosen.steps) {
    const leg = apply(world, step)
    if (leg.line && !step.releases && exceeds(world, leg)) return { refused: 'exceeds_demand' }
    legs.push(leg)
  }
  return { legs }
}

type Step = Leg & { releases?: boolean }

function choose(world: World, request: MoveRequest): { steps: Step[] } | Refused {
  const candidates = pickingOrder(world, request)
  const steps: Step[] = []
  let remaining = request.quantity
  let available = 0
  const target = (level: Level): End => {
    if (!isInside(request.to)) return { account: request.to, level: null }
    const location = request.toLocation ?? level.location
    return { account: request.to, level: levelAt(world, { ...level, location, lot: request.toLot ?? level.lot }) }
  }
  for (const source of request.from === 'reserved_then_available'
    ? (['reserved', 'available'] as const)
    : [request.from as Account]) {
    for (const level of candidates) {
      const there = source === 'reserved' ? committed(world, request.line ?? '', level) : level[source]
      available += there
      const quantity = Math.min(there, remaining)
      if (quantity === 0) continue
      steps.push({ from: { account: source, level }, to: target(level), quantity, line: request.line })
      remaining -= quantity
    }
  }
  if (remaining > 0 && request.mayUnreserve && request.from === 'available') {
    for (const commitment of newestCommitments(world, candidates)) {
      available += commitment.quantity
      const quantity = Math.min(commitment.quantity, remaining)
      if (quantity === 0) continue
      const level = levelAt(world, commitment)
      const [reserved, free] = [
        { account: 'reserved', level },
        { account: 'available', level },
      ]
      steps.push({ from: reserved, to: free, quantity, line: commitment.line, releases: true })
      steps.push({ from: free, to: target(level), quantity })
      remaining -= quantity
    }
  }
  if (remaining > 0 && !request.upTo) return { refused: 'insufficient_stock', asked: request.quantity, available }
  return { steps }
}

function newestCommitments(world: World, candidates: readonly Level[]): Commitment[] {
  const keys = new Set(candidates.map(keyOf))
  return [...world.commitments.values()]
    .filter((commitment) => commitment.quantity > 0 && keys.has(keyOf(commitment)))
    .toSorted(
      (a, b) =>
        demandOf(world, b.line).placed - demandOf(world, a.line).placed ||
        compare(b.line, a.line) ||
        compare(a.location, b.location) ||
        compare(a.lot, b.lot),
    )
}

function pickingOrder(world: World, request: MoveRequest): Level[] {
  const fitting = [...world.levels.values()].filter(
    (level) =>
      level.product === request.product &&
      (!request.fromLocation || level.location === request.fromLocation) &&
      (!request.fromLot || level.lot === request.fromLot),
  )
  const freeAt = new Map<string, number>()
  for (const level of fitting) freeAt.set(level.location, (freeAt.get(level.location) ?? 0) + level.available)
  const lotRank = (lot: string) => (world.lotOrder.includes(lot) ? world.lotOrder.indexOf(lot) : world.lotOrder.length)
  return fitting.toSorted(
    (a, b) =>
      Number(b.location === world.defaultLocation) - Number(a.location === world.defaultLocation) ||
      (freeAt.get(b.location) ?? 0) - (freeAt.get(a.location) ?? 0) ||
      compare(a.location, b.location) ||
      lotRank(a.lot) - lotRank(b.lot),
  )
}

function productLocation(world: World, product: string): string {
  const withGoods = new Set(
    [...world.levels.values()]
      .filter((level) => level.product === product && level.available + level.reserved > 0)
      .map((level) => level.location),
  )
  const [only] = withGoods
  return withGoods.size === 1 && only ? only : world.defaultLocation
}

function apply(world: World, leg: Leg): Leg {
  const { from, to, quantity, line } = leg
  if (from.level && isInside(from.account)) from.level[from.account] -= quantity
  if (to.level && isInside(to.account)) to.level[to.account] += quantity
  if (line) {
    if (from.account === 'reserved' && from.level) commit(world, line, from.level, -quantity)
    if (to.account === 'reserved' && to.level) commit(world, line, to.level, quantity)
    if (to.account === 'customer') demandOf(world, line).fulfilled += quantity
  }
  return leg
}

function commit(world: World, line: string, at: LevelKey, change: number): void {
  const key = `${line} ${keyOf(at)}`
  const { product, location, lot } = at
  const existing = world.commitments.get(key) ?? { line, product, location, lot, quantity: 0 }
  world.commitments.set(key, { ...existing, quantity: existing.quantity + change })
}

function exceeds(world: World, leg: Leg): boolean {
  if (leg.to.account !== 'reserved' && leg.to.account !== 'customer') return false
  const demand = demandOf(world, leg.line ?? '')
  return demand.fulfilled + committed(world, demand.line) > demand.wanted
}

function endAgain(world: World, end: End): End {
  return { account: end.account, level: end.level && levelAt(world, end.level) }
}

/** Runs on a copy, and keeps it only if nothing was refused. */
function atomically(world: World, work: (draft: World) => Outcome): Outcome {
  const draft = structuredClone(world)
  const outcome = work(draft)
  if (!('refused' in outcome)) Object.assign(world, draft)
  return outcome
}

/** Compares ids as PostgreSQL compares UUIDs: byte by byte, which matches lower-case hexadecimal text. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
