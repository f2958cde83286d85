import {
  type LabelCode,
  labelCodes,
  type LabelPaperName,
  labelPaperNames,
  labelPapers,
  labelsPerPage,
} from '../../contract/labels.ts'
import { usualPaperSize } from '../../contract/printed-documents.ts'
import { browserStorage } from '../kit/browser-storage.ts'

/** What is chosen for labels and remembered in this browser, beside which the label printer stands. */
export type LabelChoices = { paper: LabelPaperName; code: LabelCode; with_price: boolean }

const key = 'onhand-labels'

/** The last choices, or sheets of the usual size in the company's time zone. */
export function rememberedChoices(time_zone: string): LabelChoices {
  const usual = usualPaperSize(time_zone) === 'letter' ? 'letter_30' : 'a4_24'
  const stored = parsed(browserStorage().getItem(key))
  const paper = labelPaperNames.find((name) => name === stored['paper']) ?? usual
  const code = labelCodes.find((name) => name === stored['code']) ?? 'barcode'
  return { paper, code, with_price: stored['with_price'] === true }
}

export function rememberChoices({ paper, code, with_price }: LabelChoices): void {
  browserStorage().setItem(key, JSON.stringify({ paper, code, with_price }))
}

/** Another version may have stored anything. */
function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** How many sheets these labels take, if the first ones are used. */
export function sheetsFor(labels: number, paper: LabelPaperName, first_label: number): number {
  return Math.ceil((labels + first_label - 1) / labelsPerPage(labelPapers[paper]))
}
