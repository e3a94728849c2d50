import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const LIBRARY = 'lucide-react'
const IMPORT = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${LIBRARY}["'];?`, 'g')
const EXPORT = /export \{([^}]*)\} from '\.\/(icons\/[^']+)'/g

/**
 * Imports every icon from its own file. One module of the library exports them all; with it the plan for shared chunks
 * could not tell which page needs which icon, and an icon of two staff pages would be in everybody's first load.
 */
export function directIcons(): Plugin {
  const files = new Map<string, string>()
  return {
    name: 'loge:direct-icons',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'post',
    async buildStart() {
      const all = await this.resolve(LIBRARY)
      if (!all) throw new Error(`${LIBRARY} is not installed`)
      for (const [, names = '', file = ''] of (await readFile(all.id, 'utf8')).matchAll(EXPORT))
        for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(dirname(all.id), file))
    },
    transform: {
      filter: { code: LIBRARY, id: { exclude: /\/node_modules\// } },
      handler: (code) => code.replace(IMPORT, (_, list: string) => importEach(list)),
    },
  }

  function importEach(list: string): string {
    const names = list.split(',').flatMap((part) => part.trim() || [])
    return names
      .map((part) => {
        const [name = '', local = name] = part.split(/\s+as\s+/)
        const file = files.get(name)
        if (file === undefined) throw new Error(`${LIBRARY} has no file for the icon ${name}`)
        return `import ${local} from ${JSON.stringify(file)};`
      })
      .join(' ')
  }
}
