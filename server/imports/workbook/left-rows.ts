import { counted } from '../../../contract/counted-nouns.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { shortened } from '../../platform/excerpt.ts'
import { columnName } from '../sheets/sheets.ts'
import type { ProductExport } from '../sheets/exports.ts'

/** The rows that aren't products by the value of a column. */
export function leftRows(head: readonly string[], known: ProductExport | undefined) {
  const { headings = [], values } = known?.left ?? {}
  const column = headings.map((name) => head.findIndex((heading) => columnName(heading) === name)).find((at) => at >= 0)
  if (column === undefined || !values) return null
  const kinds = new Map<string, number>()
  const isLeft = (textOf: (column: number) => string) => {
    const text = shortened(textOf(column), 40)
    if (text === '' || !values.test(text)) return false
    kinds.set(text, (kinds.get(text) ?? 0) + 1)
    return true
  }
  const notices = () => {
    const count = [...kinds.values()].reduce((sum, rows) => sum + rows, 0)
    if (count === 0) return []
    const listed = either.format([...kinds.keys()].slice(0, 5).map((kind) => `“${kind}”`))
    const verb = count === 1 ? 'isn’t' : 'aren’t'
    return [`${counted(count, 'row')} ${verb} imported because “${trimmed(head[column] ?? '')}” is ${listed}.`]
  }
  return { column, isLeft, notices }
}

const either = new Intl.ListFormat('en', { type: 'disjunction' })
