import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LOCALE_PARAMETER } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import { answerNotFound } from './error-handler.ts'
import { requestLocale } from './locale.ts'
import { pagePolicy } from './security-headers.ts'

/** The built web app: hashed assets for ever, the page itself fresh each time, and the app for every path of its own. */
export async function serveWeb(app: FastifyInstance, config: Config, web_root: string): Promise<void> {
  const page = await readFile(path.join(web_root, 'index.html'), 'utf8')
  const policy = pagePolicy(config, inlineScriptHashes(page))

  await app.register(fastifyStatic, {
    root: web_root,
    prefix: '/',
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['index.html*', '.vite/**'],
    setHeaders: (reply, file) => {
      const isHashed = file.startsWith(path.join(web_root, 'assets') + path.sep)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    // Not `new URL`: a path may begin with two slashes and would be read as a host.
    const [pathname = '', query = ''] = request.url.split('?', 2)
    // A missing asset is missing: answering it with the page would be cached as a script by somebody.
    if (!isPage || pathname.startsWith('/assets/')) return answerNotFound(request, reply)
    const locale = requestLocale(request.headers, new URLSearchParams(query).get(LOCALE_PARAMETER))
    return reply
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
        'content-language': locale,
        vary: 'Accept-Language, Cookie',
      })
      .send(page.replace(/<html lang="[^"]*"/, `<html lang="${locale}"`))
  }

  app.setNotFoundHandler(sendPage)
  app.get('/', sendPage)
}

/** The page's own small scripts, such as the one that picks the theme before the first paint. */
function inlineScriptHashes(page: string): string[] {
  const scripts = page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, source = '']) => `sha256-${createHash('sha256').update(source).digest('base64')}`)
}
