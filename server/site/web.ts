import { createHash } from 'node:crypto'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LOCALE_PARAMETER } from '#contract/locales.ts'
import type { Context } from '#server/context.ts'
import { hasTag } from '#server/http/entity-tag.ts'
import { answerNotFound } from '#server/http/error-handler.ts'
import { requestLocale } from '#server/http/locale.ts'
import { pagePolicy, workerPolicy } from '#server/http/security-headers.ts'
import { robotsText, SECURITY_TEXT_PATH, securityText, siteMap } from './generated-files.ts'
import { headOf } from './link-previews.ts'
import { serveNoticeForm } from './notice-form.ts'
import { encodingFor, isNotAPage, Pages } from './pages.ts'

/** Browsers send it with a page that a service worker asks for (navigation preload), and the worker with the page it keeps. */
const WORKER_HEADER = 'service-worker-navigation-preload'

/** Serves the web build: hashed assets are cached forever, pages are revalidated, other paths get the app (SPA fallback). */
export async function serveWeb(app: FastifyInstance, ctx: Context, web_root: string): Promise<void> {
  const pages = await Pages.read(web_root, ctx.origin)
  const policy = pagePolicy(ctx.config, inlineScriptHashes(pages.shell))

  await app.register(fastifyStatic, {
    root: web_root,
    prefix: '/',
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['index.html*', 'pages/**', '.vite/**'],
    setHeaders: (reply, file) => {
      const name = path.relative(web_root, file)
      // Mail programs show these.
      if (name.startsWith(`mail${path.sep}`)) reply.header('cross-origin-resource-policy', 'cross-origin')
      const isHashed = name.startsWith(`assets${path.sep}`)
      // A worker that is kept would keep its whole release.
      const isWorker = name.startsWith('sw.js')
      const kept = isWorker ? 'no-cache' : `public, max-age=${isHashed ? '31536000, immutable' : '3600'}`
      reply.header('cache-control', kept)
      if (isWorker) reply.header('content-security-policy', workerPolicy(ctx.config))
    },
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    // Not `new URL`: a path that begins with two slashes would be parsed as a host.
    const [pathname = '', query = ''] = request.url.split('?', 2)
    if (!isPage || isNotAPage(pathname)) return answerNotFound(request, reply)
    // One canonical URL per page, because prerendered links are relative to it. Only for known pages: `//elsewhere/` would be an open redirect.
    if (pathname.endsWith('/') && pages.has(pathname.slice(0, -1))) {
      return reply.redirect(pathname.slice(0, -1) + (query && `?${query}`), 308)
    }
    const parameters = new URLSearchParams(query)
    const asked = parameters.get(LOCALE_PARAMETER)
    const locale = requestLocale(request.headers, asked)
    const { head, is_missing } = await headOf(ctx, { pathname, query: parameters, locale })
    const has_worker = request.headers[WORKER_HEADER] !== undefined
    const page = await pages.find({ pathname, locale, names_locale: asked === locale, head, has_worker })
    const encoding = encodingFor(request.headers['accept-encoding'])
    const etag = `"${page.etag}-${encoding}"`
    reply.headers({
      'content-security-policy': policy,
      'cache-control': 'no-cache',
      'content-language': locale,
      vary: `Accept-Encoding, Accept-Language, Cookie, ${WORKER_HEADER}`,
      etag,
      // The root leads to a public page, so it may be indexed.
      ...(!page.is_public && pathname !== '/' && { 'x-robots-tag': 'noindex' }),
    })
    // The app says in its own words that nobody has this name; the status says it to everything else.
    if (is_missing) reply.code(404)
    else if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(page.as[encoding])
  }

  await app.register(async (scope) => serveNoticeForm(scope, ctx, { pages, policy }))
  app.setNotFoundHandler(sendPage)
  app.get('/', sendPage)
  const written = {
    '/robots.txt': robotsText,
    '/sitemap.xml': siteMap,
    [SECURITY_TEXT_PATH]: () => securityText(ctx),
  }
  for (const [url, write] of Object.entries(written)) {
    app.get(url, async (_request, reply) => {
      reply.type(url.endsWith('.xml') ? 'application/xml; charset=utf-8' : 'text/plain; charset=utf-8')
      return reply.header('cache-control', 'public, max-age=3600').send(write(ctx.origin()))
    })
  }
}

/** Hashes of the inline scripts for the CSP, such as the script that sets the theme before the first paint. */
function inlineScriptHashes(page: string): string[] {
  const scripts = page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, source = '']) => `sha256-${createHash('sha256').update(source).digest('base64')}`)
}
