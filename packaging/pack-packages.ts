import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packages, packPackage, type Packed } from './pack-package.ts'
import { writeDeclarations } from './write-declarations.ts'

/** Writes the tarballs of all packages to a folder, those first on which others depend. */
export async function* packPackages(target: string): AsyncGenerator<Packed> {
  const work = mkdtempSync(join(tmpdir(), 'fw-packing-'))
  try {
    mkdirSync(target, { recursive: true })
    const declarations = join(work, 'declarations')
    writeDeclarations(declarations)
    for (const name of packages) {
      yield await packPackage(name, {
        declarations: join(declarations, name),
        stage: join(work, name),
        target,
      })
    }
  } finally {
    rmSync(work, { recursive: true })
  }
}
