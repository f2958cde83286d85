import { expect, type Page } from '@playwright/test'

/**
 * Opens a screen and waits until everything on it has loaded. From another screen it navigates like a link, without
 * reloading the app, which takes a quarter of the processor time. The first screen, and another view of the same
 * screen, are opened by their address.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const followed = await page.evaluate(`(() => {
    const to = ${JSON.stringify(path)}
    const heading = document.querySelector('main h1')
    if (!heading || new URL(to, location.href).pathname === location.pathname) return false
    heading.setAttribute('data-left', '')
    history.pushState(null, '', to)
    return true
  })()`)
  if (followed) await expect(page.locator('[data-left]')).toHaveCount(0)
  else await page.goto(path)
  await settled(page)
}

/**
 * Opens an address like a link does, without reloading the app. It doesn't wait, so the next expectation must not match
 * something already on the screen.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}

/** Expects that nothing on the screen is still loading. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]')).toHaveCount(0)
}
