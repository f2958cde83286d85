import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/** What a committed command may have changed: browsers of the organization refetch what depends on it. */
export const nouns = [
  'products',
  'categories',
  'suppliers',
  'locations',
  'stock',
  'transfers',
  'purchase-orders',
  'receipts',
  'customers',
  'sales-orders',
  'shipments',
  'settings',
  'imports',
  'members',
  'api-keys',
  'shares',
  'webhooks',
  'ledger-checks',
  'notifications',
  'comments',
] as const

export type Noun = (typeof nouns)[number]

/** The media type of each format of a download. */
export const fileTypes = {
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export type FileFormat = keyof typeof fileTypes

/**
 * One row of the HTTP interface: everything both sides must agree on. The server implements it (`implement`), the web
 * calls it (`call`). `path` is below `/api/v1` or below `base`, with `:name` parameters. `input` is one flat object:
 * the path's parameters plus, for a GET, the query string (all texts: coerce), otherwise the JSON body.
 */
export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Readonly<{
  kind: 'query' | 'command'
  name: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** The endpoint's address, if a requirement fixes another one. */
  base?: '/rest/v1' | '/functions/v1'
  permission: Permission
  input: I
  output: O
  status: 200 | 201
  /** If the response decides it (a dry run returns 200 where the real one creates a record). */
  statusOf?(output: z.output<O>): 200 | 201
  /** Nouns that a success changes (commands only). */
  changes: readonly Noun[]
  /** `caller`: it changes only what the caller sees, so only their own browsers refetch. */
  changesFor?: 'caller'
  /** Milliseconds per statement; only imports and reports have a reason to differ from `limits.statementTimeoutMs`. */
  statementTimeoutMs?: number
  /** Maximum bytes of a request body, if not `limits.requestBodyBytes`. */
  bodyBytes?: number
  /** `bytes`: the body is a file, passed as `input.file`; the query string contains the rest. */
  body?: 'json' | 'bytes'
  /** The response is a download in one of these formats, not JSON. */
  downloads?: readonly FileFormat[]
  /** Concerns all locations at once, so members limited to some are refused. */
  wholeOrganization?: true
  /** `anyone`: needs no sign-in; a secret in its input decides what it returns. */
  access?: 'member' | 'anyone'
  /** Also for members who still have to set up the second factor that the organization requires. */
  withoutSecondFactor?: true
  /**
   * Concerns the person and no organization: works with any organization named in the request, even one they can't
   * access, and without the second factor that an organization requires (that of the account itself is always
   * required).
   */
  ofAccount?: true
  /** Fields of the response that are never stored: a repeated request gets null for them. */
  shownOnce?: readonly string[]
}>

type Common<I, O extends z.ZodType> = {
  name: string
  summary: string
  path: `/${string}`
  base?: '/rest/v1' | '/functions/v1'
  permission: Permission
  input: I
  output: O
  statusOf?(output: z.output<O>): 200 | 201
  statementTimeoutMs?: number
  bodyBytes?: number
  body?: 'json' | 'bytes'
  downloads?: readonly FileFormat[]
  access?: 'member' | 'anyone'
  withoutSecondFactor?: true
  ofAccount?: true
  wholeOrganization?: true
}

/** Declares a read, which returns 200: GET, or POST if its input can be too long for an address. */
export function query<I extends z.ZodType, O extends z.ZodType>(
  row: Common<I, O> & { method?: 'POST' },
): Endpoint<I, O> {
  return { kind: 'query', method: 'GET', status: 200, changes: [], ...row }
}

/** Declares a write: one user action, one command, one transaction. A POST that creates a record returns 201. */
export function command<I extends z.ZodType, O extends z.ZodType>(
  row: Common<I, O> & {
    method: Endpoint['method']
    status?: 200 | 201
    changes: readonly Noun[]
    changesFor?: 'caller'
    shownOnce?: readonly (keyof z.output<O> & string)[]
  },
): Endpoint<I, O> {
  return { kind: 'command', status: 200, ...row }
}

/** An endpoint's input, and its output. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** The full path of an endpoint, with its parameters unfilled. */
export function addressOf({ base, path }: Pick<Endpoint, 'base' | 'path'>): string {
  return (base ?? '/api/v1') + path
}
