import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { browserContract } from './scripts/browser-contract.ts'
import { COMMON, DIALOGS, LATER, MEMBERS, OVERLAYS, planChunks, STAFF } from './scripts/chunks.ts'
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
 * has only its properties, because other schemas spread them.
 */
function noSchemas(): Plugin {
  const ID = '\0no-schemas'
  return {
    name: 'loge:no-schemas',
    enforce: 'pre',
    resolveId: (id) => (id === 'typebox' ? ID : null),
    load: (id) =>
      id === ID ? 'export const Type = new Proxy({}, { get: () => (properties) => ({ properties }) })' : null,
  }
}

/** Applies the plan for shared chunks, which needs all modules (see scripts/chunks.ts). */
function sharedChunks(): Plugin {
  const BY_NAME = [COMMON, MEMBERS, LATER, OVERLAYS, DIALOGS, STAFF]
  let plan: ReturnType<typeof planChunks>
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
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        groups: [
          // A new release seldom changes the libraries, so their chunk stays in the cache of the browser.
          { name: 'libraries', test: /\/node_modules\//, tags: ['$initial'] },
          { name: 'index', tags: ['$initial'] },
          // The order matters: a group includes the imports of its modules, unless an earlier group has them.
          // `minShareCount`: the bundler decides which icons only one part needs.
          { ...group(COMMON), minShareCount: 2 },
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
    modulePreload: { polyfill: false },
  },
} satisfies UserConfig

export default defineConfig({
  ...shared,
  plugins: [...shared.plugins, directIcons(), sharedChunks(), firstPaint()],
  build: {
    ...shared.build,
    outDir: '../dist/web',
    manifest: true,
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true } },
  },
})
