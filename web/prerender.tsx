import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { Locale } from '#contract/accounts.ts'
import { LOCALES } from '#contract/locales.ts'
import { PUBLIC_PATHS, type PublicPath } from '#contract/paths.ts'
import { App } from './app/app.tsx'
import { publicPages } from './app/public-pages.ts'
import { fetchRoutesOf, routes } from './app/router.tsx'
import { switchLanguage, t } from './lib/i18n/i18n.ts'
import { pageTitle } from './lib/page-title.ts'
import { createQueryClient } from './lib/queries/query-client.ts'

/**
 * Prerendering: the build runs this as a program, which prints the public pages in both languages as JSON. There are no
 * browser APIs here, because the first render must not depend on the visitor.
 */

/** The HTML of the root element of a page, and what its head contains. */
export interface RenderedPage {
  path: PublicPath
  locale: Locale
  title: string
  description: string
  html: string
  /** The message for a page whose app could not be loaded. */
  no_app: string
  /** The modules that its first load needs. */
  parts: string[]
}

async function renderPages(): Promise<RenderedPage[]> {
  const pages: RenderedPage[] = []
  for (const locale of LOCALES) {
    // One after the other, because the current language is global state.
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
    parts: ['app/open-frame.tsx', file, `locales/${locale}/common.ts`, `locales/${locale}/${namespace}.ts`],
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
