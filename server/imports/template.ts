import { fileTypes } from '../../contract/endpoint.ts'
import { downloadImportTemplate } from '../../contract/imports.ts'
import { currencyOf } from '../organizations/currency.ts'
import { implement } from '../platform/endpoint.ts'

/**
 * The workbook template: the sheets with their columns and one example row each, and instructions. The library for
 * workbooks is loaded by the first request that needs it.
 */
export const downloadImportTemplateQuery = implement(downloadImportTemplate, async (tx, actor) => {
  const { writeTemplate } = await import('./write-template.ts')
  return {
    file_name: 'inventory_template.xlsx',
    content_type: fileTypes.xlsx,
    body: writeTemplate(await currencyOf(tx, actor)),
  }
})
