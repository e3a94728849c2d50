import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { chunkGroups } from './scripts/chunk-groups.ts'

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

/** Leaves out what the contract says to those who read it, and to the server: a browser asks for the method and the path. */
function withoutDescriptions(): Plugin {
  /** A part of an endpoint, on one line or down to the one that closes it. */
  const PARTS =
    /^ {4}(?:summary|access|status|params|query|body|form|response|unavailable|also|produces|ignores_body):(?:[^\n]*[^\n([{],|[^\n]*[([{]\n(?: {5,}[^\n]*\n)* {4}[)\]}]+,|\n {6}[^\n]*,)$/gm
  /** What makes a schema does nothing else: one that nobody asks for need not be made. */
  const SCHEMAS = /(?<![\w.]|function )(?=(?:Type\.\w+|nullable|oneOf|recordOf|visibleText)\()/g
  return {
    name: 'loge:without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /\/contract\/[\w-]+\.ts$/.test(id)
        ? { code: code.replace(PARTS, '').replace(SCHEMAS, '/* @__PURE__ */ '), map: null }
        : null,
  }
}

/** What the product and the gallery of components share. */
export const shared = {
  root: 'web',
  // The settings of the build stand in the same file as those of the server.
  envDir: '..',
  resolve: {
    alias: [{ find: /^typebox$/, replacement: fileURLToPath(new URL('web/lib/no-schemas.ts', import.meta.url)) }],
  },
  plugins: [react(), tailwindcss(), preloadFonts(), withoutDescriptions()],
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
  build: {
    ...shared.build,
    outDir: '../dist/web',
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true } },
  },
})
