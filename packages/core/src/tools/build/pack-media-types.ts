import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'

const packedName = '\0fw:media-types'

/** The folder of the framework's modules, both in the repository and in the installed package. */
const frameworkFolder = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Replaces the table of `mrmime` with one string that is parsed on first use: the 860 strings of the table are a
 * twentieth of the code loaded at the start. Other packages that import `mrmime` get the original.
 */
export const packMediaTypes: Plugin = {
  name: 'pack-media-types',
  resolveId: {
    filter: { id: /^mrmime$/ },
    handler: (_id, importer) => (importer?.startsWith(frameworkFolder) ? packedName : undefined),
  },
  load: {
    filter: { id: /^\0fw:media-types$/ },
    // Imported on demand, because a bundle includes this module, but replaces `mrmime` with a
    // module without `mimes`.
    handler: async () => ({
      code: packedModule((await import('mrmime')).mimes),
      moduleSideEffects: false,
    }),
  },
}

function packedModule(mimes: Readonly<Record<string, string>>): string {
  const groups = Map.groupBy(Object.entries(mimes), ([, type]) => type.slice(0, type.indexOf('/')))
  const lines = [...groups].map(([group, entries]) =>
    [group, ...entries.map(([end, type]) => packedEntry(end, type.slice(group.length + 1)))].join(
      ' ',
    ),
  )
  return `const packed = ${JSON.stringify(lines.join('\n'))}
let types
export function lookup(name) {
  types ??= readTypes()
  const end = name.trim().toLowerCase()
  return types.get(end.slice(end.lastIndexOf('.') + 1))
}
function readTypes() {
  const found = new Map()
  for (const line of packed.split('\\n')) {
    const [group, ...words] = line.split(' ')
    for (const word of words) {
      const [end, type = '!'] = word.split(':')
      found.set(end, group + '/' + type.replace('!', end).replace('*', '${xml}').replace('=', '${bytes}'))
    }
  }
  return found
}
`
}

const xml = '+xml'
const bytes = 'octet-stream'

/**
 * Abbreviates an extension and its media type, which is passed without the part before the slash. If they are equal,
 * the type is left out. If the type begins with the extension, `!` replaces the extension. In other types, `=` replaces
 * `octet-stream`. A final `*` replaces `+xml`.
 */
function packedEntry(end: string, type: string): string {
  if (type === end) return end
  const short = type.startsWith(end) ? `!${type.slice(end.length)}` : type.replace(bytes, '=')
  return `${end}:${short.endsWith(xml) ? `${short.slice(0, -xml.length)}*` : short}`
}
