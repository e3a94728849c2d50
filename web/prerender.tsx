import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { Locale } from '#contract/accounts.ts'
import { LOCALES } from '#contract/locales.ts'
import { NOTICE_RECEIPT_TEMPLATE, PUBLIC_PATHS, type PublicPath } from '#contract/public-paths.ts'
import { App } from './app/app.tsx'
import { OpenFrame } from './app/open-frame.tsx'
import { publicPages } from './app/public-pages.ts'
import { Root } from './app/root.tsx'
import { fetchRoutesOf, routes } from './app/router.tsx'
import { NoticeReceipt, RECEIPT_TEMPLATE } from './features/content-notices/notice-receipt.tsx'
import { switchLanguage, t } from './lib/i18n/i18n.ts'
import { pageTitle } from './lib/page-title.ts'
import { createQueryClient } from './lib/queries/query-client.ts'

/**
 * Prerendering: the build runs this as a program, which prints the public pages in both languages as JSON. There are no
 * browser APIs here, because the first render must not depend on the visitor.
 */

/** The HTML of the root element of a page, and what its head contains. */
export interface RenderedPage {
  /** The path of a public page, or the name of a template, which the server fills in. */
  path: string
  locale: Locale
  title: string
  description: string
  html: string
  /** The message for a page whose app could not be loaded. */
  no_app: string
  /** The modules that its first load needs. Empty for a template, which works without the app. */
  parts: string[]
}

async function renderPages(): Promise<RenderedPage[]> {
  const pages: RenderedPage[] = []
  for (const locale of LOCALES) {
    // One after the other, because the current language is global state.
    await switchLanguage(locale)
    for (const path of PUBLIC_PATHS) pages.push(await renderPage(path, locale))
    pages.push(await renderReceipt(locale))
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

/** The receipt of a notice with placeholders, for visitors without JavaScript. */
async function renderReceipt(locale: Locale): Promise<RenderedPage> {
  const path = NOTICE_RECEIPT_TEMPLATE
  const receipt = { path, element: <NoticeReceipt texts={RECEIPT_TEMPLATE} state="template" /> }
  const html = await renderRoot(path, [{ Component: Root, children: [{ Component: OpenFrame, children: [receipt] }] }])
  const title = t('content_notices.receipt.title')
  return { path, locale, title: pageTitle(title), description: title, html, no_app: t('ui.load_failed'), parts: [] }
}

async function renderRoot(path: string, tree = routes): Promise<string> {
  const handler = createStaticHandler(tree)
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
