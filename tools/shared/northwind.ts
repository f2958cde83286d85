import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder of the Northwind sample company: its workbooks, and the files that the bench replays. It isn't part of
 * this project; tests that read it are skipped where it is missing.
 */
export const northwindFolder = join(import.meta.dirname, '../../../shared/data/northwind')

export const hasNorthwind = existsSync(northwindFolder)
