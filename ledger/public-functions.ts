/**
 * The SQL functions of the ledger that other code may call inside its own statements, where a TypeScript function can't
 * be used: all of them only read. Everything else goes through the other files of this folder.
 */
export const readFunctions: readonly string[] = [
  'kernel.has_history',
  'kernel.levels_as_of',
  'kernel.price_at',
  'kernel.product_location',
  'kernel.products_as_of',
  'kernel.reasons',
  'kernel.uses_finer_quantities',
]

/**
 * What the functions in db/ share with it: who may call them, how they refuse, and the lock of what is kept for limited
 * members.
 */
export const guardFunctions: readonly string[] = [
  'kernel.location_sets_lock',
  'kernel.lock_location_sets',
  'kernel.refuse',
  'kernel.require_all_locations',
  'kernel.require_organization',
]
