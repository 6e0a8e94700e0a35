import { fileURLToPath } from 'node:url'
import { transform } from '@fw/transform/vite'
import { build } from 'vite'

/** Writes `main.js` into a folder, with the types of its classes in it, as it would be deployed: one file, or in `parts`. */
export async function bundle(entry: URL, folder: string, parts = false): Promise<void> {
  const path = fileURLToPath(entry)
  const mode = process.env['NODE_ENV']
  // Like in `fw build`: no module imports the entry, which waits for them.
  const initial = { name: 'core', tags: ['$initial' as const], test: (id: string) => id !== path }
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [transform()],
    ssr: { noExternal: true },
    build: {
      ssr: path,
      outDir: folder,
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'main.js', codeSplitting: parts && { groups: [initial] } },
      },
    },
  })
  // Vite sets it, and the framework reads it.
  if (mode === undefined) delete process.env['NODE_ENV']
}
