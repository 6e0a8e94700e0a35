import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packages, packPackage } from './pack-package.ts'
import { writeDeclarations } from './write-declarations.ts'

/** `npm run pack -- <folder>` writes the tarballs of all packages to a folder, `packed` unless named. */
const target = resolve(process.argv[2] ?? 'packed')
const work = mkdtempSync(join(tmpdir(), 'fw-packing-'))

try {
  mkdirSync(target, { recursive: true })
  const declarations = join(work, 'declarations')
  writeDeclarations(declarations)
  for (const name of packages) {
    const { file, packedSize, unpackedSize } = await packPackage(name, {
      declarations: join(declarations, name),
      stage: join(work, name),
      target,
    })
    console.log(`${file}  ${kilobytes(packedSize)} packed, ${kilobytes(unpackedSize)} unpacked`)
  }
} finally {
  rmSync(work, { recursive: true })
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`
}
