import { globSync, readFileSync } from 'node:fs'
import { sourceFiles } from './source-files.ts'

/**
 * What newer versions than 15, the oldest that Onhand runs on, have added to SQL: functions that a query could want, by
 * their names in the catalogs of 15 and 18, and constructs that look like functions. PostgreSQL reports them only when
 * the query runs, and tests run on the embedded version.
 */
const newer =
  `any_value array_reverse array_sample array_shuffle array_sort casefold crc32 crc32c date_add date_subtract erf erfc
  gamma lgamma json_agg_strict json_object_agg_strict json_object_agg_unique json_object_agg_unique_strict
  jsonb_agg_strict jsonb_object_agg_strict jsonb_object_agg_unique jsonb_object_agg_unique_strict
  jsonb_populate_record_valid json_array json_arrayagg json_exists json_objectagg json_query json_scalar
  json_serialize json_table json_value merge_action pg_basetype pg_get_acl pg_input_error_info pg_input_is_valid
  random_normal to_bin to_oct to_regtypemod unicode_assigned unicode_version uuid_extract_timestamp
  uuid_extract_version uuidv4 uuidv7 xmltext`.split(/\s+/)
const called = new RegExp(String.raw`(?<![\w.$])(?:${newer.join('|')})(?=\s*\()`, 'g')

/** Returns one line for each use of something that PostgreSQL 15 doesn't have, in SQL and in queries of the server. */
export function checkOldestPostgresql(): string[] {
  const sql = globSync(['db/**/*.sql', 'ledger/**/*.sql']).sort()
  const code = sourceFiles(['server', 'ledger']).filter((file) => !/\.test\.ts$|\/testing(\.ts$|\/)/.test(file))
  return [...sql, ...code].flatMap((file) => problemsOf(file, readFileSync(file, 'utf8')))
}

/** The uses in a file. In TypeScript only texts between backticks are queries. Comments may name any. */
export function problemsOf(file: string, source: string): string[] {
  const texts = file.endsWith('.sql') ? [source] : [...source.matchAll(/`(?:[^`\\]|\\.)*`/gs)].map(([text]) => text)
  const queries = texts.map((text) => text.replaceAll(/--.*$/gm, ''))
  const names = new Set(queries.flatMap((query) => [...query.matchAll(called)].map(([name]) => name)))
  return [...names].map((name) => `${file} uses ${name}, which PostgreSQL 15 doesn’t have.`)
}
