import type { PaperSize } from '../../contract/printed-documents.ts'

export const paperLabels: Readonly<Record<PaperSize, string>> = { a4: 'A4', letter: 'US Letter' }
