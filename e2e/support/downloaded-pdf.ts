import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** The name and the number of pages of the PDF that `act` downloads. */
export async function downloadedPdf(page: Page, act: () => Promise<void>): Promise<[name: string, pages: number]> {
  const started = page.waitForEvent('download')
  await act()
  const file = await started
  const content = await readFile(await file.path(), 'latin1')
  return [file.suggestedFilename(), content.match(/\/Type \/Page\b/g)?.length ?? 0]
}
