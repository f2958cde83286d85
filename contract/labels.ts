import { z } from 'zod'
import { limits } from './limits.ts'
import { formatQuantity } from './quantity.ts'

/** Labels on a page, in millimeters: the page, one label, the first one's corner, and from one label to the next. */
export type LabelPaper = Readonly<{
  /** Where it is chosen. */
  name: string
  page: Readonly<{ width: number; height: number }>
  label: Readonly<{ width: number; height: number }>
  columns: number
  rows: number
  corner: Readonly<{ x: number; y: number }>
  step: Readonly<{ x: number; y: number }>
}>

const a4 = { width: 210, height: 297 }
const letter = { width: 215.9, height: 279.4 }
const inch = 25.4

/** The sheets and rolls that shops sell under many names; their dimensions are the makers' own. */
export const labelPapers = {
  a4_24: sheet('A4, 24 labels of 70 × 37 mm', a4, [70, 37], [3, 8], [0, 0.5], [70, 37]),
  a4_21: sheet('A4, 21 labels of 63.5 × 38.1 mm', a4, [63.5, 38.1], [3, 7], [7.21, 15.15], [66.04, 38.1]),
  a4_65: sheet('A4, 65 labels of 38.1 × 21.2 mm', a4, [38.1, 21.2], [5, 13], [4.67, 10.7], [40.64, 21.2]),
  letter_30: sheet(
    'US Letter, 30 labels of 2⅝ × 1 in',
    letter,
    [2.625 * inch, inch],
    [3, 10],
    [0.1875 * inch, 0.5 * inch],
    [2.75 * inch, inch],
  ),
  roll_51_25: roll('Roll, 51 × 25 mm (2 × 1 in)', 51, 25),
  roll_57_32: roll('Roll, 57 × 32 mm (2¼ × 1¼ in)', 57, 32),
  roll_62_29: roll('Roll, 62 × 29 mm', 62, 29),
} as const satisfies Record<string, LabelPaper>

export type LabelPaperName = keyof typeof labelPapers
export const labelPaperNames = Object.keys(labelPapers) as [LabelPaperName, ...LabelPaperName[]]

type Pair = readonly [x: number, y: number]

function sheet(
  name: string,
  page: LabelPaper['page'],
  [width, height]: Pair,
  [columns, rows]: Pair,
  [x, y]: Pair,
  step: Pair,
): LabelPaper {
  return { name, page, label: { width, height }, columns, rows, corner: { x, y }, step: { x: step[0], y: step[1] } }
}

/** A label printer's roll: each label is a page. */
function roll(name: string, width: number, height: number): LabelPaper {
  return sheet(name, { width, height }, [width, height], [1, 1], [0, 0], [width, height])
}

export const labelsPerPage = ({ columns, rows }: LabelPaper): number => columns * rows

/** `barcode`: lines, where they can be read on this label; a QR code for a text that is too long or isn't ASCII. */
export const labelCodes = ['barcode', 'qr'] as const
export type LabelCode = (typeof labelCodes)[number]

/** What every request for labels has. */
export const labelInput = {
  /** The sheet, or the label printer's roll. */
  paper: z.enum(labelPaperNames, 'Choose a label size'),
  /** Lines, where they can be read on this label, or a QR code. */
  code: z.enum(labelCodes).default('barcode'),
  /** The first label to print on, of a sheet that is partly used: 1 is the one at the top left. */
  first_label: z.coerce.number('Enter a whole number').int('Enter a whole number').min(1).default(1),
}

export const tooManyLabels = `At most ${formatQuantity(limits.labelsPerFile)} labels can be printed at once`

export const labelCopies = z.coerce
  .number('Enter a whole number')
  .int('Enter a whole number')
  .min(1, 'Enter at least 1')
  .max(limits.labelsPerFile, tooManyLabels)

type LabelInput = Readonly<{ paper: LabelPaperName; first_label: number }>

export const isOnSheet = ({ paper, first_label }: LabelInput) => first_label <= labelsPerPage(labelPapers[paper])
export const notOnSheet = { path: ['first_label'], error: 'The sheet has fewer labels than that' }

/** Labels as PDF. */
export const labelsAnswer = z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() })
