import type { BrowserContext, Page } from '@playwright/test'

/** No page asks for it. */
const NOWHERE = 'https://nowhere.invalid/**'

/**
 * A page that has begun to intercept requests never stops: Chromium can lose a request that is on its way at the moment at
 * which interception ends, and then its answer never comes. So a route beside those of the test stays.
 */
export function keepIntercepting(context: BrowserContext): void {
  context.on('page', keepInterceptingIn)
}

function keepInterceptingIn(page: Page): void {
  const route: Page['route'] = page.route.bind(page)
  let staying: Promise<unknown> | undefined
  page.route = async (...routed) => {
    staying ??= route(NOWHERE, (request) => request.fallback())
    await staying
    return await route(...routed)
  }
}
