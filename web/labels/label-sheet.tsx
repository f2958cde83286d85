import { type LabelPaper, labelsPerPage } from '../../contract/labels.ts'
import classes from './labels.module.css'

type LabelSheetProps = Readonly<{
  paper: LabelPaper
  first: number
  /** How many are printed in all; null if that isn't known. */
  count: number | null
  onChoose: (first: number) => void
}>

/**
 * The first sheet: which labels are used, printed and left. A press chooses the first one; the number field beside it
 * does the same for keyboards and screen readers.
 */
export function LabelSheet({ paper, first, count, onChoose }: LabelSheetProps) {
  const { page, label, corner, step, columns } = paper
  const last = count === null ? Number.POSITIVE_INFINITY : first + count - 1
  return (
    <svg
      className={classes['sheet']}
      viewBox={`0 0 ${page.width} ${page.height}`}
      width={(page.width / page.height) * 180}
      height={180}
      aria-hidden
    >
      {Array.from({ length: labelsPerPage(paper) }, (_, index) => (
        <rect
          key={index}
          x={corner.x + (index % columns) * step.x + 1}
          y={corner.y + Math.floor(index / columns) * step.y + 1}
          width={label.width - 2}
          height={label.height - 2}
          rx={2}
          data-state={index + 1 < first ? 'used' : index + 1 <= last ? 'printed' : 'free'}
          onClick={() => onChoose(index + 1)}
        />
      ))}
    </svg>
  )
}
