import type { z as Zod } from 'zod'

/** A property that is read (its name), or a call (its arguments). */
type Step = string | readonly unknown[]

/** How to create a schema, and the names of its fields if it is an object's. */
type Recipe = Readonly<{ steps: readonly Step[]; fields: readonly string[] }>

const recipes = new WeakMap<object, Recipe>()
const made = new WeakMap<object, unknown>()

/** Whether a schema is only recorded so far. */
export function isRecipe(value: unknown): value is object {
  return typeof value === 'function' && recipes.has(value)
}

/** Creates a recorded schema, with everything inside it; each schema once. Everything else is returned unchanged. */
export function follow(value: unknown, library: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => follow(one, library))
  if (isRecipe(value)) {
    const before = made.get(value)
    if (before !== undefined) return before
    const result = followSteps(recipes.get(value)?.steps ?? [], library)
    made.set(value, result)
    return result
  }
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, follow(one, library)]))
  return value
}

function followSteps(steps: readonly Step[], library: unknown): unknown {
  let owner: unknown
  let value = library
  for (const step of steps) {
    const before = value
    value =
      typeof step === 'string'
        ? (value as Record<string, unknown>)[step]
        : (value as (...args: unknown[]) => unknown).apply(owner, follow(step, library) as unknown[])
    owner = before
  }
  return value
}

/** Reading or running a schema requires the real one: otherwise a check on a recipe would find nothing wrong. */
const runs = /^(_|~|def$|options$|enum$|is[A-Z]|(safe)?([pP]arse|[eE]ncode|[dD]ecode))/

function recipe(noted: Recipe): object {
  const proxy = new Proxy(() => undefined, {
    get(_target, name) {
      if (typeof name === 'symbol' || (noted.steps.length > 0 && runs.test(name)))
        throw new Error(`${String(name)}: make the schema first`)
      const steps = [...noted.steps, name]
      if (name !== 'shape') return recipe({ steps, fields: noted.fields })
      return Object.fromEntries(noted.fields.map((field) => [field, recipe({ steps: [...steps, field], fields: [] })]))
    },
    apply: (_target, _this, args: unknown[]) =>
      recipe({ steps: [...noted.steps, args], fields: fieldsAfter(noted, args[0]) }),
    ownKeys() {
      throw new Error('A schema has no fields of its own: spread its shape')
    },
  })
  recipes.set(proxy, noted)
  return proxy
}

/** The fields of a call's result. */
function fieldsAfter({ steps, fields }: Recipe, argument: unknown): readonly string[] {
  const named = typeof argument === 'object' && argument !== null ? Object.keys(argument) : []
  switch (steps.at(-1)) {
    case 'object':
    case 'strictObject':
    case 'looseObject':
    case 'pick':
      return named
    case 'extend':
    case 'safeExtend':
      return [...new Set([...fields, ...named])]
    case 'omit':
      return fields.filter((field) => !named.includes(field))
    default:
      return fields
  }
}

/**
 * The web app loads this instead of `zod` (web/vite.config.ts): the contract's schemas are only recorded, as the calls
 * that create them, and created when a form checks its first input (check-input.ts). Screens without a form neither
 * load the library nor spend the time to create some thousand schemas.
 */
export const z = recipe({ steps: [], fields: [] }) as unknown as typeof Zod
