import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor, Implementation } from '../platform/endpoint.ts'
import { Refusal } from '../platform/refusal.ts'
import { parseInput } from '../platform/runner.ts'

/** The procedure's parameter names by the path of the command's field. Unlisted ones keep their names. */
export type Names = Readonly<Record<string, string>>

/**
 * Does what one API request would do, in the open transaction. Refusals appear beside the procedure's own parameters.
 */
export async function perform<I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  actor: Actor,
  [endpoint, command]: [Endpoint<I, O>, Implementation],
  input: z.input<I>,
  names: Names,
): Promise<z.input<O>> {
  try {
    return (await command.run(tx, actor, parseInput(endpoint, input) as never)) as z.input<O>
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const fields = Object.fromEntries(Object.entries(error.fields).map(([path, said]) => [names[path] ?? path, said]))
    throw new Refusal(error.code, error.message, { fields, ...(error.details && { details: error.details }) })
  }
}
