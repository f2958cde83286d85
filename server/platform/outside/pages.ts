import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../../contract/limits.ts'
import type { Log } from '../log.ts'
import { refuse } from '../refusal.ts'
import { readPage } from './read-page.ts'
import type { OutsideRules } from './rules.ts'
import { createFairQueue, TooBusy } from '../fair-queue.ts'

/** Reads pages for organizations, a few at a time; `find` extracts the result from the page, or null. */
export type Pages = Readonly<{
  read<T>(url: string, org_id: string, find: (text: string, url: string) => Promise<T | null>): Promise<T | null>
}>

/**
 * Returns null for every page that couldn't be read or in which `find` found nothing: which of the two, and why, is
 * only in the log, and no failure returns before a second has passed, so that no one can probe a network through us.
 * Refuses too_many_requests if no slot was free in time.
 */
export function createPages(rules: OutsideRules, log: Log, ownHost: string | null): Pages {
  const queue = createFairQueue({
    perKey: limits.outsidePerOrganization,
    inAll: limits.outsideAtOnce,
    waitMs: limits.outsideWaitSeconds * 1_000,
  })
  // Reading our own pages by their public name would be a request from ourselves, with our own rights in the network.
  const resolve: OutsideRules['resolve'] = (name, signal) =>
    name.replace(/\.$/, '') === ownHost ? Promise.resolve([]) : rules.resolve(name, signal)
  return {
    async read(url, org_id, find) {
      const begin = performance.now()
      const leave = await queue.enter(org_id).catch(refuseBusy)
      try {
        const page = await readPage(url, { ...rules, resolve })
        const found = await find(page.text, page.url)
        if (found !== null) return found
        log.info({ org_id, host: new URL(page.url).host }, 'no price was found on a page')
      } catch (error) {
        log.info({ org_id, host: hostOf(url), reason: reasonOf(error) }, 'a page could not be read')
      } finally {
        leave()
      }
      await sleep(Math.max(0, limits.outsideFailureSeconds * 1_000 - (performance.now() - begin)))
      return null
    },
  }
}

function refuseBusy(error: unknown): never {
  if (error instanceof TooBusy)
    refuse('too_many_requests', undefined, 'Too many pages are being checked right now. Try again in a moment.')
  throw error
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.slice(0, 300) : 'none'
}

function reasonOf(error: unknown): string {
  const { name, message, code } = error as Error & { code?: string }
  return [name, code, message].filter(Boolean).join(' ').slice(0, 300)
}
