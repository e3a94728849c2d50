import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { browserContract } from './scripts/browser-contract.ts'
import { COMMON, DIALOGS, MEMBERS, OVERLAYS, planChunks } from './scripts/chunks.ts'

/** The two fonts every page starts with; the other alphabets and the italics come when a text needs them. */
const FIRST_FONTS = ['fraunces-latin-opsz-normal.woff2', 'figtree-latin-wght-normal.woff2']

/** Has the browser fetch them beside the style sheet instead of after it. */
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

/** Leaves out what the contract says to those who read it, and to the server. */
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
 * Puts a few words in the place of TypeBox. The browser asks no schema of the contract anything, so they need not be made:
 * each is only the parts it was given, which others are spread from.
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

/** Groups what the parts of the app share, once all modules are known. */
function sharedChunks(): Plugin {
  const BY_NAME = [COMMON, MEMBERS, OVERLAYS, DIALOGS]
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
          // A new release leaves the libraries as they are: browsers keep them.
          { name: 'libraries', test: /\/node_modules\//, tags: ['$initial'] },
          { name: 'index', tags: ['$initial'] },
          // In this order: a group brings what its modules import, unless an earlier group has it.
          // The bundler knows better than the plan which icons only one part needs.
          { ...group(COMMON), minShareCount: 2 },
          { debugName: 'shared', name: (id) => (BY_NAME.includes(plan.get(id) ?? COMMON) ? null : plan.get(id)) },
          group(MEMBERS),
          group(OVERLAYS),
          group(DIALOGS),
        ],
      },
    }),
  }
}

/** What the product and the gallery of components share. */
export const shared = {
  root: 'web',
  // The settings of the build stand in the same file as those of the server.
  envDir: '..',
  plugins: [react(), tailwindcss(), preloadFonts(), lightContract(), noSchemas()],
  build: {
    emptyOutDir: true,
    // Nothing becomes a data: address: the content security policy would refuse it.
    assetsInlineLimit: 0,
    assetsDir: 'assets',
    modulePreload: { polyfill: false },
  },
} satisfies UserConfig

export default defineConfig({
  ...shared,
  plugins: [...shared.plugins, sharedChunks()],
  build: {
    ...shared.build,
    outDir: '../dist/web',
    manifest: true,
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true } },
  },
})
