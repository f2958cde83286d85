import { setImmediate as afterOthers } from 'node:timers/promises'
import { type LabelCode, type LabelPaper, labelsPerPage } from '../../contract/labels.ts'
import { eastAsianAt } from '../printed-documents/font-families.ts'
import { fontsFor } from '../printed-documents/fonts.ts'
import { sheetOf } from '../printed-documents/sheet.ts'
import { visibleText } from '../printed-documents/text-lines.ts'
import { writePdf } from '../printed-documents/write-pdf.ts'
import { drawLabel, type Place, pointsPerMillimeter } from './draw-label.ts'
import type { Label } from './label.ts'

export type LabelSheet = Readonly<{
  labels: readonly Label[]
  paper: LabelPaper
  code: LabelCode
  /** The label to start at on the first sheet, from 1. */
  first_label: number
  company: Readonly<{ name: string; time_zone: string }>
}>

/** Labels as a PDF of sheets, or of one page per label for a roll. Other requests run between its pages. */
export async function printLabels({ labels, paper, code, first_label, company }: LabelSheet): Promise<Buffer> {
  const texts = (of: readonly (string | null)[]) => of.map((text) => visibleText(text ?? ''))
  const names = texts(labels.map(({ name }) => name))
  const others = texts(labels.flatMap(({ sku, code, lot }) => [sku, code, lot]))
  const fonts = await fontsFor({ strong: names, regular: others }, eastAsianAt(company.time_zone))
  const size: [number, number] = [paper.page.width * pointsPerMillimeter, paper.page.height * pointsPerMillimeter]
  return writePdf({ size, title: 'Labels', author: company.name }, async (pdf) => {
    const sheet = sheetOf(pdf, fonts)
    const perPage = labelsPerPage(paper)
    let position = first_label - 1
    for (const label of labels)
      for (let copy = 0; copy < label.copies; copy++) {
        if (position === perPage) {
          await afterOthers()
          sheet.newPage()
          position = 0
        }
        drawLabel(sheet, label, code, placeOf(paper, position))
        position++
      }
  })
}

/** The place of a label on its page, counted from 0 along the rows. */
function placeOf({ columns, corner, step, label }: LabelPaper, position: number): Place {
  const [column, row] = [position % columns, Math.floor(position / columns)]
  const [x, y] = [corner.x + column * step.x, corner.y + row * step.y]
  return {
    x: x * pointsPerMillimeter,
    y: y * pointsPerMillimeter,
    width: label.width * pointsPerMillimeter,
    height: label.height * pointsPerMillimeter,
  }
}
