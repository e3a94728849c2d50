import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { browserContract } from './scripts/browser-contract.ts'
import { COMMON, DIALOGS, initialModules, LATER, MEMBERS, OVERLAYS, planChunks, STAFF } from './scripts/chunks.ts'
import { directIcons } from './scripts/direct-icons.ts'
import { firstPaint } from './scripts/first-paint.ts'

/** The two fonts that every page needs. Other character sets and italics are loaded when a text needs them. */
const FIRST_FONTS = ['fraunces-latin-opsz-normal.woff2', 'figtree-latin-wght-normal.woff2']

/** Preloads them, so that the browser fetches them in parallel with the style sheet instead of after it. */
function preloadFonts(): Plugin {
  return {
    name: 'loge:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'asset' && file.names.some((name) => FIRST_FONTS.includes(name)))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file.fileName}`, crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** Removes from the contract what only the server and the API documentation use. */
function lightContract(): Plugin {
  return {
    name: 'loge:light-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler: (code, id) => ({ code: browserContract(code, id), map: null }),
    },
  }
}

/**
 * Replaces TypeBox with a stub, because the browser validates nothing with the schemas of the contract. A stubbed schema
 * has properties, of which there are none, because other schemas are made of them.
 */
function noSchemas(): Plugin {
  const ID = '\0no-schemas'
  return {
    name: 'loge:no-schemas',
    enforce: 'pre',
    resolveId: (id) => (id === 'typebox' ? ID : null),
    load: (id) => (id === ID ? 'export const Type = new Proxy({}, { get: () => () => ({ properties: {} }) })' : null),
  }
}

/** Applies the plan for shared chunks, which needs all modules (see scripts/chunks.ts). */
function sharedChunks(): Plugin {
  const BY_NAME = [COMMON, MEMBERS, LATER, OVERLAYS, DIALOGS, STAFF]
  let plan: ReturnType<typeof planChunks>
  let initial: Set<string>
  const group = (name: string) => ({ name, test: (id: string) => plan.get(id) === name })
  return {
    name: 'loge:shared-chunks',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    buildEnd() {
      const modules = new Map<string, Rolldown.ModuleInfo>()
      for (const id of this.getModuleIds()) {
        const module = this.getModuleInfo(id)
        if (module) modules.set(id, module)
      }
      plan = planChunks(modules)
      initial = initialModules(modules)
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        groups: [
          // A new release seldom changes the libraries, so their chunk stays in the cache of the browser.
          { name: 'libraries', test: (id) => /\/node_modules\//.test(id) && initial.has(id) },
          // Every page needs what is common: in the script of the entry it is fetched at once, without a request of its own.
          { name: 'index', test: (id) => initial.has(id) || plan.get(id) === COMMON },
          // The order matters: a group includes the imports of its modules, unless an earlier group has them.
          { debugName: 'shared', name: (id) => (BY_NAME.includes(plan.get(id) ?? COMMON) ? null : plan.get(id)) },
          group(MEMBERS),
          group(LATER),
          group(OVERLAYS),
          group(DIALOGS),
          group(STAFF),
        ],
      },
    }),
  }
}

/**
 * The manifest of the build has no entry for a part that is in a shared chunk. Here it gets one, because prerendering, the
 * list of the worker and the budgets look up parts by their name.
 */
function namePartsInSharedChunks(): Plugin {
  return {
    name: 'loge:parts-in-shared-chunks',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir = '' }, bundle) {
      const file = path.join(dir, '.vite/manifest.json')
      const manifest: Record<string, object> = JSON.parse(await readFile(file, 'utf8'))
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const dynamic = new Set(
        chunks.flatMap(({ moduleIds }) =>
          moduleIds.flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
        ),
      )
      for (const { fileName, moduleIds } of chunks)
        for (const id of moduleIds.filter((one) => dynamic.has(one)))
          manifest[path.relative(path.resolve('web'), id)] ??= manifest[`_${path.basename(fileName)}`] ?? {}
      await writeFile(file, JSON.stringify(manifest, null, 2))
    },
  }
}

/** Chunks that every page has loaded before it can import anything dynamically. */
const ALWAYS_LOADED = /\/(rolldown-runtime|libraries|index)-[^/]*\.js$/

/**
 * What the browser fetches in parallel with a part that is imported dynamically: not the part itself, which the import
 * asks for at once, and nothing that every page has. The names of these files would be a kilobyte of the first load.
 */
function otherDependencies(part: string, deps: string[]): string[] {
  return deps.filter((file) => file !== part && !ALWAYS_LOADED.test(file))
}

/** The configuration that the product and the gallery of components share. */
export const shared = {
  root: 'web',
  // The build reads its settings from the same `.env` as the server.
  envDir: '..',
  plugins: [react(), tailwindcss(), preloadFonts(), lightContract(), noSchemas()],
  build: {
    emptyOutDir: true,
    // Assets are never inlined as data: URLs, because the content security policy forbids them.
    assetsInlineLimit: 0,
    assetsDir: 'assets',
    modulePreload: {
      polyfill: false,
      resolveDependencies: (part, deps, { hostType }) => (hostType === 'html' ? deps : otherDependencies(part, deps)),
    },
  },
} satisfies UserConfig

export default defineConfig({
  ...shared,
  plugins: [...shared.plugins, directIcons(), sharedChunks(), namePartsInSharedChunks(), firstPaint()],
  build: {
    ...shared.build,
    outDir: '../dist/web',
    manifest: true,
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true } },
  },
})
