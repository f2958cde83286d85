import type { Page } from '@playwright/test'
import { createSampleCompany } from '../../contract/sample-company.ts'
import { remember } from './browser.ts'
import type { Person } from './person.ts'

/** The person in a new sample company of theirs, and their browser with them. */
export async function inSampleCompany(page: Page, person: Person, url = ''): Promise<Person> {
  const { org_id } = await person.call(createSampleCompany, {})
  const there = person.in(org_id)
  await remember(page, there, url)
  return there
}
