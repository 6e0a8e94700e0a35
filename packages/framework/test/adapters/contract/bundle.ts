import { fileURLToPath } from 'node:url'
import { transform } from '@fw/transform/vite'
import { build } from 'vite'

/** Writes `main.js` into a folder: one file, with the types of its classes in it, as it would be deployed. */
export async function bundle(entry: URL, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [transform()],
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(entry),
      outDir: folder,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
    },
  })
}
