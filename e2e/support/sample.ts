import type { Page } from '@playwright/test'
import { createSampleCompany } from '../../contract/sample-company.ts'
import { remember } from './browser.ts'
import type { Person } from './person.ts'

/** Creates a sample company and returns the person in it, with their browser switched to it. */
export async function inSampleCompany(page: Page, person: Person, url = ''): Promise<Person> {
  const { org_id } = await person.call(createSampleCompany, {})
  const there = person.in(org_id)
  await remember(page, there, url)
  return there
}
