import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { downloadMarkedWorkbook, type ImportFile } from '../../contract/import-files.ts'
import type { ImportProblem } from '../../contract/import-preview.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { download } from '../kit/api.ts'
import { toastFailed } from '../kit/toast.tsx'
import { columnName, hasSheets, inCellOrder } from './import-text.ts'
import classes from './imports.module.css'
import own from './problem-list.module.css'

const shownAtFirst = 20

/** Every problem of a file with its cell, value and reason, and the file itself with the cells marked. */
export function ProblemList({ file }: { file: ImportFile }) {
  const { problems, problem_count } = file.preview
  const [all, setAll] = useState(false)
  const withSheets = hasSheets(file.file_name)
  const ordered = useMemo(() => inCellOrder(problems), [problems])
  const shown = all ? ordered : ordered.slice(0, shownAtFirst)
  const marked = () =>
    void download(downloadMarkedWorkbook, { id: file.id }).catch((error: unknown) =>
      toastFailed(error, 'Failed to download the workbook'),
    )
  return (
    <section className={classes['box']} aria-labelledby="fix-first">
      <header className={classes['boxHead']}>
        <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
        <h3 id="fix-first">Fix these first</h3>
        <span className={classes['quiet']}>{counted(problem_count, 'problem')}</span>
        <button type="button" className={own['linkButton']} onClick={marked}>
          <IconDownload size={16} stroke={1.6} aria-hidden /> Download workbook with marked cells
        </button>
      </header>
      <table className={own['problems']}>
        <thead>
          <tr>
            {withSheets && <th scope="col">Sheet</th>}
            <th scope="col">Cell</th>
            <th scope="col">Value</th>
            <th scope="col">Problem</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((problem, index) => (
            <tr key={index}>
              {withSheets && <td className={own['sheet']}>{problem.sheet}</td>}
              <td className={own['cell']}>
                {cellOf(problem)} <span className={own['column']}>{problem.column && columnName(problem.column)}</span>
              </td>
              <td className={own['there']}>
                {problem.value === null ? (
                  <span className={classes['quiet']}>empty</span>
                ) : (
                  <code>{problem.value}</code>
                )}
              </td>
              <td className={own['wrong']}>{problem.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {problems.length > shown.length && (
        <Button variant="subtle" className={classes['more'] ?? ''} onClick={() => setAll(true)}>
          Show all {formatQuantity(problems.length)}
        </Button>
      )}
      {all && problem_count > problems.length && (
        <p className={classes['cut']}>
          The first {formatQuantity(problems.length)} of {formatQuantity(problem_count)}; the marked workbook has them
          all.
        </p>
      )}
    </section>
  )
}

function cellOf({ cell, row }: ImportProblem): string {
  return cell ?? (row === null ? '–' : `Row ${row}`)
}
