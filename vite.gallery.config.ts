import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { shared } from './vite.config.ts'

/** The gallery of components: for our eyes and for the browser tests, never part of the product. */
export default defineConfig({
  ...shared,
  build: {
    ...shared.build,
    outDir: '../node_modules/.cache/gallery',
    rolldownOptions: { input: fileURLToPath(new URL('web/gallery.html', import.meta.url)) },
  },
})
