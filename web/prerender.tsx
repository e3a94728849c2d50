import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { Locale } from '#contract/accounts.ts'
import { LOCALES } from '#contract/limits.ts'
import { PUBLIC_PATHS, type PublicPath } from '#contract/paths.ts'
import { App } from './app/app.tsx'
import { publicPages } from './app/public-pages.ts'
import { fetchRoutesOf, routes } from './app/router.tsx'
import { switchLanguage, t } from './lib/i18n/i18n.ts'
import { pageTitle } from './lib/page-title.ts'
import { createQueryClient } from './lib/queries/query-client.ts'

/**
 * Run by the build, as a program of its own: prints the public pages, in both languages, as JSON. The first render must
 * not depend on who looks, so nothing of a browser is here.
 */

/** What stands in the root element of a page, and what its head says. */
export interface RenderedPage {
  path: PublicPath
  locale: Locale
  title: string
  description: string
  html: string
  /** What it says when the app does not come. */
  no_app: string
  /** The parts of the build that its first load needs. */
  parts: string[]
}

async function renderPages(): Promise<RenderedPage[]> {
  const pages: RenderedPage[] = []
  for (const locale of LOCALES) {
    // One language at a time: everything on a page speaks the same.
    await switchLanguage(locale)
    for (const path of PUBLIC_PATHS) pages.push(await renderPage(path, locale))
  }
  return pages
}

async function renderPage(path: PublicPath, locale: Locale): Promise<RenderedPage> {
  await fetchRoutesOf(path)
  const { title, description, file, namespace } = publicPages[path]
  return {
    path,
    locale,
    title: pageTitle(t(title)),
    description: t(description),
    html: await renderRoot(path),
    no_app: t('ui.load_failed'),
    parts: ['app/open-frame.tsx', file, `locales/${locale}.ts`, `locales/${namespace}.${locale}.ts`],
  }
}

async function renderRoot(path: PublicPath): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(path, 'http://loge.test')))
  if (context instanceof Response) throw new Error(`${path} answers ${context.status} instead of a page`)
  const queryClient = createQueryClient()
  const html = renderToString(
    <App queryClient={queryClient}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>,
  )
  queryClient.clear()
  return html
}

console.log(JSON.stringify(await renderPages()))
