import { limits } from '../../contract/limits.ts'
import { type LabelCode, type LabelPaperName, labelPapers, tooManyLabels } from '../../contract/labels.ts'
import { companyOf } from '../organizations/company.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import type { PrintedFile } from '../printed-documents/printed-file.ts'
import type { Label } from './label.ts'

type Choices = Readonly<{ paper: LabelPaperName; code: LabelCode; first_label: number }>

/** Labels as a download, printed after the transaction that read them. */
export async function labelFile(
  tx: Tx,
  actor: Actor,
  name: string,
  labels: readonly Label[],
  { paper, code, first_label }: Choices,
): Promise<PrintedFile> {
  const company = await companyOf(tx, actor)
  const make = async () => {
    const { printLabels } = await import('./print-labels.ts')
    return printLabels({ labels, paper: labelPapers[paper], code, first_label, company })
  }
  return { file_name: `${name}.pdf`, content_type: 'application/pdf', body: { make } }
}

/** Refuses more labels than one file may have, beside the field that can reduce them. */
export function requireFew(count: number, field: string): void {
  if (count > limits.labelsPerFile) refuseFields({ [field]: tooManyLabels })
}
